import { useState, useSyncExternalStore } from 'react';
import { IdleWarning } from '@attune/shared-ui/components/idle-warning';
import type { Deadlines } from '@attune/shared-ui/session-clock/deadlines';
import { toast, useSession } from '@attune/shared-ui/runtime';
import { endSession, extendSession, refreshSession, sessionState } from '@attune/shared-ui/runtime/host';
import { useIdlePhase } from '@attune/shared-ui/session-clock/session-clock';
import { messages } from '../messages';

/**
 * Watches a signed-in person's session: asks now and then how long it lasts (calls of this and other tabs move its end),
 * warns two minutes before it, and clears the page when it is over.
 */
export default function IdleWatch() {
  const { deadlines } = useSyncExternalStore(sessionState.subscribe, sessionState.get);
  return deadlines ? <Watch deadlines={deadlines} /> : null;
}

const QUESTIONS = { ask, onOver: () => endSession('expired') };

function Watch({ deadlines }: { deadlines: Deadlines }) {
  const { logout } = useSession();
  const [extending, setExtending] = useState(false);
  const { phase, limit, left } = useIdlePhase(deadlines, QUESTIONS);

  const stay = () => {
    setExtending(true);
    extendSession()
      .catch(() => toast.error(messages.extendFailed))
      .finally(() => setExtending(false));
  };

  if (phase === 'quiet') return null;
  return <IdleWarning left={left} limit={limit} extending={extending} onStay={stay} onLogOut={() => void logout()} />;
}

/** Asks in the background. */
async function ask(): Promise<boolean> {
  try {
    await refreshSession(true);
    return true;
  } catch {
    return false;
  }
}
