import { IdleWarning } from '@attune/shared-ui/components/idle-warning';
import { isSignedOut } from '@attune/shared-ui/failures/failure-banner';
import type { Deadlines } from '@attune/shared-ui/session-clock/deadlines';
import { toast, useMutation, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { useIdlePhase } from '@attune/shared-ui/session-clock/session-clock';
import { useCallback, useEffect } from 'react';
import { sessionKey } from '../../../keys';
import { extendSession, sessionQuery } from '../frame.api';
import { frameMessages } from '../messages';
import { hearTabs, tellTabs } from '../session-tabs';

const RETRY_MS = 15_000;

interface IdleWatchProps {
  onLogout: () => Promise<void>;
  /** The session ran out. The same function at every drawing. */
  onOver: () => void;
}

/** Watches how long the session lasts, and warns two minutes before its end. */
export function IdleWatch(props: IdleWatchProps) {
  const { data: deadlines } = useQuery({
    ...sessionQuery(),
    refetchInterval: ({ state }) => (state.data === undefined ? RETRY_MS : false),
  });
  return deadlines && <Watch deadlines={deadlines} {...props} />;
}

function Watch({ deadlines, onLogout, onOver }: IdleWatchProps & { deadlines: Deadlines }) {
  const queryClient = useQueryClient();
  // A session that is over leads away by itself, as at every other call.
  const ask = useCallback(() => queryClient.fetchQuery(sessionQuery()).then(() => true, isSignedOut), [queryClient]);
  const { phase, limit, left } = useIdlePhase(deadlines, { ask, onOver });

  useEffect(
    () =>
      hearTabs(({ type }) => {
        if (type === 'extended') void ask();
      }),
    [ask],
  );

  const stay = useMutation({
    mutationFn: extendSession,
    onSuccess: (extended) => {
      queryClient.setQueryData(sessionKey, extended);
      tellTabs({ type: 'extended' });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(frameMessages.extendFailed);
    },
  });

  if (phase === 'quiet') return null;
  return (
    <IdleWarning
      left={left}
      limit={limit}
      extending={stay.isPending}
      onStay={() => stay.mutate()}
      onLogOut={() => void onLogout()}
    />
  );
}
