import { useRef } from 'react';
import { releaseHold } from './booking.api';
import type { HeldTime, useKeptBooking } from './use-kept-booking';

const RESEND_AFTER_MS = 60_000;

/** Holding a time for the visitor, and letting go of it. */
export function useHeldTime(hold: ReturnType<typeof useKeptBooking>['hold']) {
  const released = useRef<Promise<void>>(Promise.resolve());
  return {
    begin: (id: string, email: string, seconds: number) =>
      hold(() => ({ id, email, until: Date.now() + seconds * 1_000, resendAt: Date.now() + RESEND_AFTER_MS })),
    /** Another code is on its way, or the server said how long to wait for one. */
    waitToResend: (ms = RESEND_AFTER_MS) => hold((held) => held && { ...held, resendAt: Date.now() + ms }),
    end: () => hold(() => null),
    release: (time: HeldTime) => {
      released.current = releaseHold(time.id);
      hold(() => null);
      return released.current;
    },
    /** Until then the server still keeps the time that was let go of. */
    whenReleased: () => released.current,
  };
}
