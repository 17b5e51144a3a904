import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import type { CalendarStatus } from '../calendar.api';
import { usesMainOnly } from '../choices-values';
import { calendarMessages as messages } from '../messages';
import { useConnect } from '../use-connect';

/** While Attune does not see the list of calendars: which ones it uses, and the way to the others. */
export function OtherCalendars({ status: { may_list, state, reason, calendars } }: { status: CalendarStatus }) {
  const { connect, isConnecting } = useConnect('calendar_list');
  if (may_list) return null;
  const mainOnly = usesMainOnly(calendars);
  // What is broken is connected again first.
  const isBroken = state === 'needs_reconnect' && reason !== 'target_gone';
  const button = (
    <Button size="sm" loading={isConnecting} onClick={connect}>
      {isConnecting ? messages.connecting : messages.showOthers}
    </Button>
  );
  return (
    <Banner title={mainOnly ? messages.mainOnly : messages.chosenOnly} action={!isBroken && button}>
      {mainOnly ? messages.mainOnlyText : messages.chosenOnlyText}
    </Banner>
  );
}
