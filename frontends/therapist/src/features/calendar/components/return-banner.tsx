import { Banner } from '@attune/shared-ui/components/banner';
import { type CalendarSource, usesMainOnly } from '../choices-values';
import { returnMessages as messages } from '../return-messages';
import type { ReturnFailure } from '../use-calendar-return';

interface ReturnBannerProps {
  failure: ReturnFailure;
  calendars: readonly CalendarSource[];
  onDismiss: () => void;
}

/** Why the way to Google did not lead where it should. To decline the list of calendars is no failure. */
export function ReturnBanner({ failure, calendars, onDismiss }: ReturnBannerProps) {
  if ('list' in failure) {
    const declined = failure.list === 'declined';
    return (
      <Banner tone={declined ? 'info' : 'danger'} role={declined ? 'status' : 'alert'} onDismiss={onDismiss}>
        {messages.list[failure.list](usesMainOnly(calendars))}
      </Banner>
    );
  }
  return (
    <Banner tone="danger" role="alert" title={messages.failed} onDismiss={onDismiss}>
      {failure.connection !== 'failed' && messages.reasons[failure.connection]}
    </Banner>
  );
}
