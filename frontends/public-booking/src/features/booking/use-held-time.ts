import { useRef, useState } from 'react';
import { releaseHold } from './booking.api';

/** A time that is kept until the code from the mail is given. Moments are by this device's clock, epoch milliseconds. */
export interface HeldTime {
  id: string;
  email: string;
  until: number;
  /** From when another code can be asked for. */
  resendAt: number;
}

const RESEND_AFTER_MS = 60_000;

/** In memory alone, per therapist, like what was typed: another page and back still finds the step. */
const kept = new Map<string, HeldTime>();

export function forgetHeldTime(therapistId: string): void {
  kept.delete(therapistId);
}

/** The time of this therapist that is kept for the visitor, if there is one. */
export function useHeldTime(therapistId: string) {
  const [held, setHeld] = useState(() => kept.get(therapistId) ?? null);
  const released = useRef<Promise<void>>(Promise.resolve());

  const hold = (time: HeldTime | null) => {
    if (time === null) kept.delete(therapistId);
    else kept.set(therapistId, time);
    setHeld(time);
  };
  return {
    held,
    begin: (id: string, email: string, seconds: number) =>
      hold({ id, email, until: Date.now() + seconds * 1_000, resendAt: Date.now() + RESEND_AFTER_MS }),
    /** Another code is on its way, or the server said how long to wait for one. */
    waitToResend: (ms = RESEND_AFTER_MS) => {
      const current = kept.get(therapistId);
      if (current) hold({ ...current, resendAt: Date.now() + ms });
    },
    end: () => hold(null),
    release: (time: HeldTime) => {
      released.current = releaseHold(time.id);
      hold(null);
      return released.current;
    },
    /** Until then the server still keeps the time that was let go of. */
    whenReleased: () => released.current,
  };
}
