import { buttonClass } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { formatElapsed } from '@attune/shared-ui/format';
import { Link } from '@attune/shared-ui/runtime';
import { recordingMessages as messages } from '../recording-messages';
import styles from './monitor.module.css';
import { useDeviceRecorder, useRestoredRecordings } from './use-recordings';

/** Keeps an eye on what this window records, whichever tab of the dashboard is open; on another one than its own it says so. */
export default function RecordingWatch({ isOwnTab }: { isOwnTab: boolean }) {
  useRestoredRecordings();
  const { phase, heard } = useDeviceRecorder();
  if (phase === 'idle' || isOwnTab) return null;
  return (
    <div className={styles.notice} data-phase={phase}>
      <Icon name={phase === 'recording' ? 'mic' : 'pause'} size={20} />
      <p className={styles.noticeWords}>
        <span role="status">{messages.notice[phase]}</span> <span className={styles.clock}>{formatElapsed(heard)}</span>
      </p>
      <Link to="/dashboard?tab=ai-meeting&view=monitor" className={buttonClass({ size: 'sm' })}>
        {messages.open}
      </Link>
    </div>
  );
}
