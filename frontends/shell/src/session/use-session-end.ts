import { useEffect } from 'react';
import { leaveNotice, useQueryClient } from '@attune/shared-ui/runtime';
import { sessionState, type SessionState, standingNotice } from '@attune/shared-ui/runtime/host';
import { messages } from '../messages';
import { routeAt } from '../routing/route-at';

/** When a session ends, in this tab or another, what it showed is forgotten; the guards lead away from what it guarded. */
export function useSessionEnd(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let before = sessionState.get();
    return sessionState.subscribe(() => {
      const now = sessionState.get();
      const gone = before.user !== null && now.user?.id !== before.user.id;
      const unseen = before.status === 'loading' && now.ended !== null;
      const early = endsEarly(before);
      const byGoogle = before.user?.user_type === 'therapist';
      before = now;
      if (now.user !== null) standingNotice.set(null);
      if (unseen && isGuarded()) leaveNotice(messages.sessionExpired);
      if (!gone) return;
      queries.clear();
      if (now.ended?.cause === 'logout' && byGoogle && standingNotice.get() === null) leaveNotice(messages.googleStays);
      if (now.ended?.cause === 'expired') leaveNotice(early ? messages.sessionEndedElsewhere : messages.sessionExpired);
    });
  }, [queries]);
}

/** Whether the address is one of a session, or leads to one: whoever reads a public page has none in mind. */
function isGuarded(): boolean {
  const route = routeAt(window.location.pathname);
  return route?.remote !== 'admin' && ['client', 'therapist', 'sign-in'].includes(route?.access ?? 'public');
}

/** What clocks may differ by, and what an answer takes. */
const LEEWAY_MS = 5_000;

/** Whether a session that ends now was to last longer: then somebody ended it, in another browser or on the server. */
function endsEarly({ deadlines }: SessionState): boolean {
  return deadlines !== null && Date.now() < Math.min(deadlines.idle, deadlines.absolute) - LEEWAY_MS;
}
