import { useEffect } from 'react';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { sessionState } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';

/** When a session ends, in this tab or another, what it showed is forgotten; the guards lead away from what it guarded. */
export function useSessionEnd(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let before = sessionState.get();
    return sessionState.subscribe(() => {
      const now = sessionState.get();
      const gone = before.user !== null && now.user?.id !== before.user.id;
      before = now;
      if (!gone) return;
      queries.clear();
      if (now.ended?.cause === 'expired') toast.info(messages.sessionExpired);
    });
  }, [queries]);
}
