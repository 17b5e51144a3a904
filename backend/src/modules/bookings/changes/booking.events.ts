/** An appointment was booked, moved or cancelled, or stands again. */
export class AppointmentChanged {
  constructor(
    readonly bookingId: string,
    readonly therapistId: string,
  ) {}
}

/** Time of a therapist became free: an appointment was moved or cancelled, or time off ended. */
export class TimeFreed {
  constructor(readonly therapistId: string) {}
}

/** An appointment was booked while nobody could be asked whether its time is still free in the therapist's own calendar. */
export class BookedUnchecked {
  constructor(
    readonly bookingId: string,
    readonly therapistId: string,
  ) {}
}
