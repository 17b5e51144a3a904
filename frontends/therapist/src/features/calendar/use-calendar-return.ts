import { toast, useSearchParams } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { returnMessages as messages } from './return-messages';

/** Why a connection did not come about; 'failed' where nothing more is known. */
export type ConnectFailure = keyof typeof messages.reasons | 'failed';

const isKnown = (reason: string | null): reason is keyof typeof messages.reasons => reason !== null && Object.hasOwn(messages.reasons, reason);

/** How the way to Google ended, as the address says when the browser comes back. It is told once, and the address becomes that of the calendar tab. */
export function useCalendarReturn() {
  const [params, setParams] = useSearchParams();
  const [failure, setFailure] = useState<ConnectFailure>();
  const isConnected = params.get('calendar_connected') === 'true';
  const isFailed = params.get('calendar_error') === 'true';
  const reason = params.get('reason');
  useEffect(() => {
    if (!isConnected && !isFailed) return;
    if (isConnected) toast.success(messages.connected);
    else setFailure(isKnown(reason) ? reason : 'failed');
    setParams({ tab: 'calendar' }, { replace: true });
  }, [isConnected, isFailed, reason, setParams]);
  return { failure, putAway: () => setFailure(undefined) };
}
