import { toast } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { useEffect, useState } from 'react';
import { returnMessages as messages } from './return-messages';

/** Why a connection did not come about; 'failed' where nothing more is known. */
export type ConnectFailure = keyof typeof messages.reasons | 'failed';
/** Why the list of calendars is not shown. */
export type ListFailure = keyof typeof messages.list;
/** What did not come of the way to Google. */
export type ReturnFailure = { connection: ConnectFailure } | { list: ListFailure };

const isReason = (reason: string | null): reason is keyof typeof messages.reasons => reason !== null && Object.hasOwn(messages.reasons, reason);
const isListFailure = (end: string): end is ListFailure => Object.hasOwn(messages.list, end);

/** How the way to Google ended, as the address says when the browser comes back. It is told once, and the address becomes that of the calendar tab. */
export function useCalendarReturn() {
  const [params, setParams] = useSearchParams();
  const [failure, setFailure] = useState<ReturnFailure>();
  const isConnected = params.get('calendar_connected') === 'true';
  const isFailed = params.get('calendar_error') === 'true';
  const list = params.get('calendar_list');
  const reason = params.get('reason');
  useEffect(() => {
    if (!isConnected && !isFailed && list === null) return;
    if (isConnected) toast.success(messages.connected);
    else if (isFailed) setFailure({ connection: isReason(reason) ? reason : 'failed' });
    else if (list === 'shown') toast.success(messages.listShown);
    else if (list !== null) setFailure({ list: isListFailure(list) ? list : 'failed' });
    setParams({ tab: 'calendar' }, { replace: true });
  }, [isConnected, isFailed, list, reason, setParams]);
  return { failure, putAway: () => setFailure(undefined) };
}
