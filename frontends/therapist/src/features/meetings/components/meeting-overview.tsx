import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { useId } from 'react';
import { meetingMessages as messages } from '../messages';
import styles from './meeting-panel.module.css';
import { MeetingSettings } from './meeting-settings';
import { WaysCard } from './ways';

/** How it goes, what works here, and what the therapist decides for all sessions. */
export function MeetingOverview({ onBegin }: { onBegin: () => void }) {
  const heading = useId();
  return (
    <div className={styles.stack}>
      <Card as="section" aria-labelledby={heading}>
        <h3 id={heading} className={styles.part}>
          {messages.overviewTitle}
        </h3>
        <ol className={styles.points}>
          {messages.overview.map(([title, text]) => (
            <li key={title}>
              <strong>{title}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <Button variant="primary" icon="video" onClick={onBegin}>
          {messages.begin}
        </Button>
      </Card>
      <WaysCard />
      <MeetingSettings />
    </div>
  );
}
