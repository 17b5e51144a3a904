/** A therapist connected an account, or chose anew what becomes of appointments in it: those to come are looked at again. */
export class CalendarChosen {
  constructor(readonly therapistId: string) {}
}
