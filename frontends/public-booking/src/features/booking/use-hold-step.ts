import { ApiError, toast } from '@attune/shared-ui/runtime';
import { formatElapsed } from '@attune/shared-ui/format';
import { useEffect, useReducer, useRef, useState } from 'react';
import { confirmHold, resendHoldCode } from './booking.api';
import { failureSentence } from './booking-failure';
import { holdMessages as messages } from './hold-messages';
import { bookingMessages } from './messages';
import type { Booking } from './use-booking';
import type { HeldTime } from './use-kept-booking';

const CODE_LENGTH = 6;
/** The time cannot be booked with any code: it went, is not held any more, or a rule has changed. */
const LOST = new Set([404, 409, 422]);

/** Taking the code that makes a booking of a held time. */
export function useHoldStep(held: HeldTime, { confirm, lose, waitToResend }: Pick<Booking, 'confirm' | 'lose' | 'waitToResend'>) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<'confirming' | 'sending' | null>(null);
  useEverySecond();
  const now = Date.now();
  const wait = Math.ceil((held.resendAt - now) / 1_000);

  const refuse = (sentence: string) => {
    setError(sentence);
    input.current?.focus();
    input.current?.select();
  };

  const begin = (what: 'confirming' | 'sending') => {
    setError(undefined);
    setFailure(null);
    setNote('');
    setBusy(what);
  };

  const submit = async () => {
    if (busy !== null) return;
    if (code.length < CODE_LENGTH) return refuse(messages.codeMissing);
    begin('confirming');
    try {
      confirm(await confirmHold(held.id, code));
    } catch (problem) {
      setBusy(null);
      const status = problem instanceof ApiError ? problem.status : 0;
      if (LOST.has(status)) return lose(problem);
      if (status === 401) return refuse(failureSentence(problem));
      toast.error(bookingMessages.failed);
      setFailure(failureSentence(problem));
    }
  };

  const resend = async () => {
    if (busy !== null || wait > 0) return;
    begin('sending');
    try {
      await resendHoldCode(held.id);
      waitToResend();
      setCode('');
      setNote(messages.resent);
      input.current?.focus();
    } catch (problem) {
      const { status = 0, retryAfterSeconds } = problem instanceof ApiError ? problem : {};
      if (LOST.has(status)) return lose(problem);
      if (retryAfterSeconds !== undefined) waitToResend(retryAfterSeconds * 1_000);
      setFailure(problem instanceof ApiError ? problem.detail : messages.resendFailed);
    } finally {
      setBusy(null);
    }
  };

  const type = (typed: string) => {
    setCode(typed);
    setError(undefined);
  };

  const wayOfResend = wait > 0 ? { label: messages.resendIn(formatElapsed(wait)), open: false } : { label: messages.resend, open: true };
  return { input, code, type, error, failure, note, busy, submit, resend, wayOfResend, over: now >= held.until };
}

/** Draws anew while the seconds run down. */
function useEverySecond(): void {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = window.setInterval(tick, 1_000);
    return () => window.clearInterval(timer);
  }, []);
}
