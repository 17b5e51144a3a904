import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense } from 'react';

/** Most visits to the dashboard need none of it. */
const MeetingPanel = lazyAgain(() => import('../features/meetings/components/meeting-panel'));

/** The dashboard's AI Meeting Bot tab. */
export function MeetingTab() {
  return (
    <Suspense>
      <MeetingPanel />
    </Suspense>
  );
}
