import { ApiError, useQueryClient, useSession } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { clientKey } from '../query-keys';
import { requestCode, verifyProof, waitOf } from './proof.api';
import { proofMessages as messages } from './messages';
import { useKeptStep } from './use-kept-step';

/** Asks for a code and takes it where the person already is; what they may see is read anew afterwards. */
export function useProof(email: string, onProved?: () => void) {
  const queries = useQueryClient();
  const session = useSession();
  const kept = useKeptStep('proof');
  const [wait, setWait] = useState<number | null>(kept.found?.email === email ? kept.found.wait : null);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  const proved = useRef(false);

  // What was pressed goes with the panel; focus then goes to what the proof opened.
  useEffect(
    () => () => {
      if (!proved.current) return;
      requestAnimationFrame(() => document.activeElement === document.body && document.getElementById('main')?.focus());
    },
    [],
  );

  const toCode = (seconds: number) => {
    kept.keep({ email, wait: seconds });
    setWait(seconds);
  };

  const ask = async () => {
    if (sending) return;
    setSending(true);
    setFailure(null);
    try {
      toCode((await requestCode()).resend_after_seconds);
    } catch (error) {
      const asked = waitOf(error);
      if (asked !== undefined) toCode(asked);
      else setFailure(error instanceof ApiError ? error.detail : messages.sendFailed);
    } finally {
      setSending(false);
    }
  };

  const prove = async (code: string, trust: boolean) => {
    await verifyProof({ email, code }, trust);
    proved.current = true;
    kept.forget();
    // The session is a new one; its deadlines follow by themselves should this answer get lost.
    await session.refresh().catch(() => undefined);
    onProved?.();
    await queries.invalidateQueries({ queryKey: clientKey });
  };

  const resend = async () => {
    const sent = await requestCode();
    kept.keep({ email, wait: sent.resend_after_seconds });
    return sent;
  };

  return { wait, failure, sending, ask, prove, resend, forget: kept.forget };
}
