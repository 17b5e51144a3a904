import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { type ComponentProps, Suspense } from 'react';

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

const LazyWatch = lazyAgain(() => import('../features/meetings/components/recording-watch'));

/** Sees to it that a recording is not forgotten on another tab; nothing of the page waits for it. */
export function RecordingWatch(props: ComponentProps<typeof LazyWatch>) {
  return (
    <Suspense>
      <LazyWatch {...props} />
    </Suspense>
  );
}
