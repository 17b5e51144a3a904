/** Somebody left by signing out: what else opens their account in that browser without a proof ends with it. */
export class SignedOut {
  constructor(readonly userId: string) {}
}
