/** Time of a therapist became free: an appointment was moved or cancelled, or time off ended. */
export class TimeFreed {
  constructor(readonly therapistId: string) {}
}
