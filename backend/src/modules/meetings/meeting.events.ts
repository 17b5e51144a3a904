/** One of the two withdrew: what is being recorded with this consent stops, and what was recorded is destroyed. */
export class RecordingConsentWithdrawn {
  constructor(readonly consentId: string) {}
}
