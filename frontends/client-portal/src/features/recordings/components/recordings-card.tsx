import { Button } from '@attune/shared-ui/components/button';
import { Card, CardHeader } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ConsentCard, isOpen, type OwnConsent } from '@attune/shared-ui/recording-consent';
import { useQuery } from '@attune/shared-ui/runtime';
import { useId, useRef, useState } from 'react';
import { recordingMessages as messages } from '../messages';
import { ownConsentsQuery, useAnswer } from '../recordings.api';
import styles from './recordings-card.module.css';

const PAGE = 3;

/** What the client was asked about recordings, what waits first. Nothing while they were asked nothing. */
export function RecordingsCard() {
  const headingId = useId();
  const [shown, setShown] = useState(PAGE);
  const { data, isFetching, isFetched, refetch } = useQuery({ ...ownConsentsQuery(), retryOnMount: false });
  const consents = useSteadyOrder(data ?? []);
  // Also while it is tried again: the button that was pressed stays.
  const failed = data === undefined && isFetched;
  if (!failed && consents.length === 0) return null;
  return (
    <Card as="section" padding="none" aria-labelledby={headingId}>
      <CardHeader id={headingId} title={messages.title} />
      {failed ? (
        <ErrorPanel level={3} title={messages.loadFailed} text={messages.tryLater} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <p className={styles.about}>{messages.text}</p>
      )}
      <ul className={styles.list}>
        {consents.slice(0, shown).map((consent) => (
          <li key={consent.id} className={styles.row}>
            <Row consent={consent} />
          </li>
        ))}
      </ul>
      {consents.length > shown && (
        <div className={styles.more}>
          <Button onClick={() => setShown(shown + PAGE)}>{messages.showMore}</Button>
        </div>
      )}
    </Card>
  );
}

function Row({ consent }: { consent: OwnConsent }) {
  const { mutateAsync } = useAnswer(consent.id);
  return <ConsentCard consent={consent} onAnswer={mutateAsync} level={3} />;
}

/** What waited when it was first seen comes first: an answer moves no row away from under the focus. */
function useSteadyOrder(consents: readonly OwnConsent[]): OwnConsent[] {
  const first = useRef(new Map<string, boolean>()).current;
  for (const consent of consents) if (!first.has(consent.id)) first.set(consent.id, isOpen(consent));
  return [...consents.filter(({ id }) => first.get(id)), ...consents.filter(({ id }) => !first.get(id))];
}
