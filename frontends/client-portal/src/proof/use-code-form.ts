import { type Typed, useServerForm } from '@attune/shared-ui/forms';
import { ApiError } from '@attune/shared-ui/runtime';
import { useRef, useState } from 'react';
import type { CodeInput, CodeSent } from '../wire';
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

type CodeValues = Typed<CodeInput>;

const NOTHING_TYPED: CodeValues = { code: '', trust: false };
const CODE_LENGTH = 6;
/** The field that the server names when no further try can save the code. */
const SPENT = 'code_spent';

/** The digits of what was typed or pasted, at most six. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH);
}

/** One code from being typed to being accepted, and the way to a new one. The code is kept nowhere. */
export function useCodeForm({ wait, onCode, onResend }: CodeFormDeeds) {
  const [notice, setNotice] = useState('');
  // Why no further try can save the code; typing does not make that untrue.
  const [spent, setSpent] = useState<string | null>(null);
  const [resending, setResending] = useState(false);
  const { left, restart } = useCountdown(wait);
  const input = useRef<HTMLInputElement>(null);

  const form = useServerForm<CodeValues>({
    stored: NOTHING_TYPED,
    check: ({ code }) => ({ ...(code.length !== CODE_LENGTH && { code: messages.missing }) }),
    send: ({ code, trust }) => onCode(code, trust),
    onInvalid: () => setNotice(''),
    onRefused: (problem) => {
      const sentence = problem instanceof ApiError ? problem.detail : messages.failed;
      const over = problem instanceof ApiError && problem.errors?.some(({ field }) => field === SPENT) === true;
      setNotice('');
      setSpent(over ? sentence : null);
      return { fields: { code: sentence }, lines: [] };
    },
  });

  const resend = async () => {
    if (form.busy || resending || left !== undefined) return;
    setResending(true);
    try {
      const sent = await onResend();
      if (sent === undefined) return;
      restart(sent.resend_after_seconds);
      form.set('code', '');
      setSpent(null);
      setNotice(messages.sentAgain);
      input.current?.focus();
    } catch (problem) {
      const again = waitOf(problem);
      if (again !== undefined) restart(again);
      const sentence = problem instanceof ApiError ? problem.detail : messages.sendFailed;
      setNotice('');
      setSpent((over) => over && sentence);
      form.say({ fields: { code: sentence }, lines: [] });
    } finally {
      setResending(false);
    }
  };

  const submit = () => (resending ? Promise.resolve() : form.submit());

  return { form, notice, spent, resending, left, input, submit, resend };
}
