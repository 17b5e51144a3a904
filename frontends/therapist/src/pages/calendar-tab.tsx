import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { type ComponentProps, Suspense } from 'react';

/** Most visits to the dashboard need none of it. */
const CalendarPanel = lazyAgain(() => import('../features/calendar/components/calendar-panel'));

/** The dashboard's Calendar Settings tab. */
export function CalendarTab(props: ComponentProps<typeof CalendarPanel>) {
  return (
    <Suspense>
      <CalendarPanel {...props} />
    </Suspense>
  );
}
