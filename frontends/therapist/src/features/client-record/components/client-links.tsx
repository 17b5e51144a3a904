import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import { Link } from '@attune/shared-ui/runtime';
import { type ReactNode, useState } from 'react';
import { DeedDialog } from '../../../records/deed-dialog';
import { type ClientRecord, useSeparateRecord } from '../client-record.api';
import { clientMessages as messages } from '../messages';
import styles from './client-links.module.css';
import { MergeDialog } from './merge-dialog';

interface ClientLinksProps {
  client: ClientRecord;
  /** What other domains have about a client, in numbers. */
  numbersOf: (clientId: string) => ReactNode;
}

type Merged = ClientRecord['merged'][number];

const dayOf = (instant: string): string => formatDate(instantInZone(instant, localZone()).date, 'short');

/** Another record of the same person: which ones are shown here, how long they can be separated, and how one more is added. */
export function ClientLinks({ client, numbersOf }: ClientLinksProps) {
  const [isMerging, setMerging] = useState(false);
  const [leaving, setLeaving] = useState<Merged>();
  const separate = useSeparateRecord(client.id);
  if (client.merged_into !== null) {
    return (
      <Banner tone="info" action={<Link to={`/clients/${client.merged_into}`}>{messages.openOther}</Link>}>
        {messages.mergedInto}
      </Banner>
    );
  }
  return (
    <>
      {client.merged.length > 0 && (
        <Card as="section" aria-labelledby="client-together">
          <h2 id="client-together" className={styles.title}>
            {messages.together}
          </h2>
          <ul className={styles.list}>
            {client.merged.map((other) => (
              <OneMerged key={other.id} other={other} onSeparate={() => setLeaving(other)} />
            ))}
          </ul>
        </Card>
      )}
      <div>
        <Button onClick={() => setMerging(true)}>{messages.merge}</Button>
      </div>
      {isMerging && <MergeDialog client={client} numbersOf={numbersOf} onClose={() => setMerging(false)} />}
      {leaving && (
        <DeedDialog
          title={messages.separateTitle}
          name={nameOf(leaving)}
          confirmLabel={messages.separate}
          cancelLabel={messages.keepTogether}
          tone="primary"
          done={messages.separated}
          failed={(error) => refusalText(error, messages.separateFailed)}
          run={() => separate.mutateAsync(leaving.id)}
          onClose={() => setLeaving(undefined)}
        >
          {messages.separateBody}
        </DeedDialog>
      )}
    </>
  );
}

function OneMerged({ other, onSeparate }: { other: Merged; onSeparate: () => void }) {
  const { email, remark, merged_at, separable_until } = other;
  return (
    <li className={styles.one}>
      <div className={styles.who}>
        <strong>
          <UserText>{nameOf(other)}</UserText>
        </strong>
        {email !== null && <span className={styles.address}>{email}</span>}
        <span className={styles.soft}>
          since {dayOf(merged_at)}. {separable_until === null ? messages.staysTogether : `They can be separated until ${dayOf(separable_until)}.`}
        </span>
        {remark !== '' && (
          <p className={styles.remark}>
            <span className={styles.soft}>{messages.otherRemark}:</span> <UserText>{remark}</UserText>
          </p>
        )}
      </div>
      {separable_until !== null && (
        <Button size="sm" aria-label={`${messages.separate}: ${nameOf(other)}`} onClick={onSeparate}>
          {messages.separate}
        </Button>
      )}
    </li>
  );
}

function nameOf({ name }: Pick<Merged, 'name'>): string {
  return name === '' ? messages.nobody : name;
}
