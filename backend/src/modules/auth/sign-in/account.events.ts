/** A therapist's account was closed: their public page and booking with it. What is booked stays. */
export class TherapistClosed {
  constructor(readonly therapistId: string) {}
}
