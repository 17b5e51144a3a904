import { useNow } from '@attune/shared-ui/format/now';
import { ApiError, useQueryClient } from '@attune/shared-ui/runtime';
import { useRef, useState } from 'react';
import { formLinkKey, sendFormCode, verifyFormCode } from './forms.api';
import { formPageMessages } from './messages';

const messages = formPageMessages.code;
const CODE_LENGTH = 6;

/** Asking for the code that lets this browser go on with a form, and giving it. */
export function useFormCode(token: string) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isSent, setSent] = useState(false);
  const [resendAt, setResendAt] = useState(0);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<'sending' | 'confirming'>();
  const now = useNow(1_000);

  const refuse = (sentence: string) => {
    setError(sentence);
    input.current?.focus();
    input.current?.select();
  };
  const begin = (what: 'sending' | 'confirming') => {
    setError(undefined);
    setFailure(undefined);
    setBusy(what);
  };
  const waitFor = (seconds: number) => {
    setSent(true);
    setResendAt(Date.now() + seconds * 1_000);
  };

  const send = async () => {
    if (busy) return;
    begin('sending');
    try {
      waitFor((await sendFormCode(token)).resend_after_seconds);
      setCode('');
    } catch (problem) {
      const { detail, retryAfterSeconds } = asApiError(problem);
      // Asked a moment ago, such as before a reload: that code still works.
      if (retryAfterSeconds !== undefined) waitFor(retryAfterSeconds);
      setFailure(detail);
    } finally {
      setBusy(undefined);
    }
  };

  const confirm = async () => {
    if (busy) return;
    if (code.length < CODE_LENGTH) return refuse(messages.missing);
    begin('confirming');
    try {
      queries.setQueryData(formLinkKey(token), await verifyFormCode(token, code));
    } catch (problem) {
      setBusy(undefined);
      const { status, detail } = asApiError(problem);
      if (status === 401 || status === 400) refuse(detail);
      else setFailure(detail);
    }
  };

  const type = (typed: string) => {
    setCode(typed);
    setError(undefined);
  };
  return { input, isSent, code, type, error, failure, busy, send, confirm, wait: Math.max(0, Math.ceil((resendAt - now) / 1_000)) };
}

function asApiError(problem: unknown): ApiError {
  return problem instanceof ApiError ? problem : ApiError.unreachable();
}
