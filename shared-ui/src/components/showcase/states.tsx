import { Banner } from '../banner';
import { Button } from '../button';
import { Card } from '../card';
import { EmptyState } from '../empty-state';
import { ErrorPanel } from '../error-panel';
import { FullScreenSpinner } from '../full-screen-spinner';
import { NotOpenYet } from '../not-open-yet';
import { Skeleton, SkeletonGroup } from '../skeleton';
import { Section } from './section';
import styles from './showcase.module.css';

const drawings = ['calendar', 'services', 'notes', 'people', 'forms', 'search'] as const;

/** Nothing there, something wrong, not open yet, still loading. */
export function States() {
  return (
    <>
      <Section title="Nothing there">
        {drawings.map((drawing) => (
          <Card key={drawing} padding="none">
            <EmptyState
              drawing={drawing}
              level={3}
              title="No bookings yet"
              text="Bookings will appear here once clients start scheduling with you."
              action={<Button variant="primary">Go to services</Button>}
            />
          </Card>
        ))}
      </Section>
      <Section title="Something to say" layout="wide">
        <Banner tone="info">You are offline. What is on the screen stays; it will refresh by itself.</Banner>
        <Banner tone="positive" title="Calendar connected">
          New bookings now appear in your Google Calendar.
        </Banner>
        <Banner tone="attention" action={<Button size="sm">Enter the code</Button>}>
          Please confirm your address to see your appointments.
        </Banner>
        <Banner tone="danger" onDismiss={() => undefined}>
          The list could not be loaded.
        </Banner>
        <ErrorPanel level={3} title="Unable to Load Dashboard" text="The server did not answer. Nothing is lost." onRetry={() => undefined} />
        <NotOpenYet level={3} title="Not open yet" text="The client portal opens with one of the next versions." />
      </Section>
      <Section title="Loading">
        <SkeletonGroup label="Loading bookings">
          <Skeleton width="60%" height={24} />
          <br />
          <Skeleton height={72} radius="md" />
          <br />
          <Skeleton width={44} height={44} radius="full" />
        </SkeletonGroup>
        <div className={styles.spinnerBox}>
          <FullScreenSpinner label="Processing authentication..." />
        </div>
      </Section>
    </>
  );
}
