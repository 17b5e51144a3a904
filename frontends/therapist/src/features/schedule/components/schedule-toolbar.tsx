import { Button } from '@attune/shared-ui/components/button';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { localZone, zoneLabel } from '@attune/shared-ui/format';
import { scheduleMessages as messages } from '../messages';
import type { ScheduleView } from '../schedule-place';
import styles from './schedule-panel.module.css';

interface ScheduleToolbarProps {
  view: ScheduleView;
  title: string;
  /** What there is, or that it is on its way; read out when the page is turned. */
  summary: string;
  zone: string;
  onTurn: (pages: number) => void;
  onToday: () => void;
}

/** What is shown, and the way to the days before and after it. */
export function ScheduleToolbar({ view, title, summary, zone, onTurn, onToday }: ScheduleToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <div className={styles.buttons}>
        <IconButton icon="chevron-left" variant="secondary" label={messages.previous[view]} onClick={() => onTurn(-1)} />
        <Button onClick={onToday}>Today</Button>
        <IconButton icon="chevron-right" variant="secondary" label={messages.next[view]} onClick={() => onTurn(1)} />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.summary}>
          <span role="status">
            <span className={styles.hidden}>{title}: </span>
            {summary}
          </span>
          {zone !== localZone() && <span> · {messages.zone(zoneLabel(zone))}</span>}
        </p>
      </div>
    </div>
  );
}
