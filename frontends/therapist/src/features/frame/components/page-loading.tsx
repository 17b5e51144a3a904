import { FullScreenSpinner } from '@attune/shared-ui/components/full-screen-spinner';
import { useCalendarWatch } from './calendar-notice';

/** The full-screen spinner as a page of its own. */
export function PageLoading({ label }: { label: string }) {
  useCalendarWatch();
  return (
    <main id="main" tabIndex={-1}>
      <FullScreenSpinner label={label} />
    </main>
  );
}
