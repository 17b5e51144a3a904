import { buttonClass } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { formatElapsed } from '@attune/shared-ui/format';
import { Link } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import { recordingMessages as messages } from '../recording-messages';
import styles from './monitor.module.css';
import { useDeviceRecorder, useRestoredRecordings } from './use-recordings';

interface RecordingWatchProps {
  /** The recording is on the page already. */
  isOwnTab: boolean;
  /** The way to the recording, where the page asks before it is left. */
  link?: (way: { to: string; className: string; children: ReactNode }) => ReactNode;
}

/** Keeps an eye on what this window records, whichever page is open; on another one than its own it says so. */
export default function RecordingWatch({ isOwnTab, link = (way) => <Link {...way} /> }: RecordingWatchProps) {
  useRestoredRecordings();
  const { phase, heard } = useDeviceRecorder();
  if (phase === 'idle' || isOwnTab) return null;
  return (
    <div className={styles.notice} data-phase={phase}>
      <Icon name={phase === 'recording' ? 'mic' : 'pause'} size={20} />
      <p className={styles.noticeWords}>
        <span role="status">{messages.notice[phase]}</span> <span className={styles.clock}>{formatElapsed(heard)}</span>
      </p>
      {link({ to: '/dashboard?tab=ai-meeting&view=monitor', className: buttonClass({ size: 'sm' }), children: messages.open })}
    </div>
  );
}
