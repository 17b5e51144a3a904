import { ApiError } from '@attune/shared-ui/runtime';
import { useRef, useState } from 'react';
import type { CodeSent } from '../wire';
import { waitOf } from './proof.api';
import { proofMessages as messages } from './messages';
import { useCountdown } from './use-countdown';

export interface CodeFormDeeds {
  /** Seconds until a new code may be asked for. */
  wait: number;
  onCode: (code: string, trust: boolean) => Promise<void>;
  /** Sends a new code; undefined where none is needed any more. */
  onResend: () => Promise<CodeSent | undefined>;
}

const CODE_LENGTH = 6;
/** The field that the server names when no further try can save the code. */
const SPENT = 'code_spent';

/** The digits of what was typed or pasted, at most six. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH);
}

/** One code from being typed to being accepted, and the way to a new one. */
export function useCodeForm({ wait, onCode, onResend }: CodeFormDeeds) {
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const [notice, setNotice] = useState('');
  const [spent, setSpent] = useState(false);
  const [busy, setBusy] = useState<'checking' | 'sending' | null>(null);
  const { left, restart } = useCountdown(wait);
  const input = useRef<HTMLInputElement>(null);

  const fail = (text: string) => {
    setError(text);
    setNotice('');
    input.current?.focus();
  };

  const submit = async () => {
    if (busy !== null) return;
    if (code.length !== CODE_LENGTH) return fail(messages.missing);
    setBusy('checking');
    try {
      await onCode(code, trust);
    } catch (problem) {
      const detail = problem instanceof ApiError ? problem.detail : messages.failed;
      setSpent(problem instanceof ApiError && problem.errors?.some(({ field }) => field === SPENT) === true);
      fail(detail);
    } finally {
      setBusy(null);
    }
  };

  const resend = async () => {
    if (busy !== null || left !== undefined) return;
    setBusy('sending');
    try {
      const sent = await onResend();
      if (sent === undefined) return;
      restart(sent.resend_after_seconds);
      setCode('');
      setError(undefined);
      setSpent(false);
      setNotice(messages.sentAgain);
      input.current?.focus();
    } catch (problem) {
      const again = waitOf(problem);
      if (again !== undefined) restart(again);
      fail(problem instanceof ApiError ? problem.detail : messages.sendFailed);
    } finally {
      setBusy(null);
    }
  };

  const type = (text: string) => {
    setCode(digitsOf(text));
    if (!spent) setError(undefined);
  };

  return { code, type, trust, setTrust, error, notice, spent, busy, left, input, submit, resend };
}
