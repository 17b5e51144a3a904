import { ApiError, leaveNotice, useSession } from '@attune/shared-ui/runtime';
import { proofRequired } from '@attune/shared-ui/failures/proof-required';
import { useState } from 'react';
import { useProofGate } from '../../proof/use-proof-gate';
import { closeAccount } from './my-data.api';
import { myDataMessages as messages } from './messages';

export const CLOSE_ID = 'close-account';

/** Closing the account: the question, a proof where the last one is too old, and the way out. */
export function useClosing() {
  const session = useSession();
  const gate = useProofGate(CLOSE_ID);
  const [questioned, setQuestioned] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const close = async () => {
    setSending(true);
    setFailure(null);
    try {
      await closeAccount();
      leaveNotice(messages.closed);
      // The session ended with the account; this clears the screen and leads to the landing page.
      await session.logout();
    } catch (error) {
      if (proofRequired(error)) throw error;
      setFailure(error instanceof ApiError ? error.detail : messages.closeFailed);
    } finally {
      setSending(false);
      setQuestioned(false);
    }
  };

  return {
    questioned,
    sending,
    failure,
    question: () => setQuestioned(true),
    stay: () => setQuestioned(false),
    close: () => void gate.run(close),
    asksForProof: gate.asking,
    leaveProof: gate.leave,
    /** Proved: the question is asked again, for what follows cannot be undone. */
    proved: () => {
      gate.forget();
      setQuestioned(true);
    },
  };
}
