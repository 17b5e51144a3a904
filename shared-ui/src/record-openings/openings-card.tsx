import { Badge } from '@attune/shared-ui/components/badge';
import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { failedAt, FailureBanner } from '@attune/shared-ui/failures/failure-banner';
import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import { rowRange, useCursorPages } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { useQuery } from '@attune/shared-ui/runtime';
import { type ReactNode, useId } from 'react';
import { openingMessages as messages } from './messages';
import { type Opening, OPENINGS_ON_A_PAGE, type OpeningsList, openingsQuery } from './openings.api';
import styles from './openings-card.module.css';

interface OpeningsCardProps extends OpeningsList {
  title: string;
  /** What a row is headed with. */
  titleOf: (opening: Opening) => string;
  /** What a row says beside that. */
  noteOf?: (opening: Opening) => ReactNode;
  actionOf?: (opening: Opening) => ReactNode;
  /** Said where there is none; without it there is no card either. */
  none?: string;
}

/** Who opened records in an emergency: when, until when and why, the newest first. */
export function OpeningsCard({ title, titleOf, noteOf, actionOf, none, ...list }: OpeningsCardProps) {
  const heading = useId();
  const pages = useCursorPages(list.place);
  const query = useQuery({ ...openingsQuery(list, pages.cursor), placeholderData: (previous) => previous });
  const openings = query.data?.openings ?? [];
  const isEmpty = query.data !== undefined && openings.length === 0;
  if (none === undefined && (query.isPending || isEmpty)) return null;
  return (
    <Card as="section" padding="none" aria-labelledby={heading}>
      <CardHeader id={heading} title={title} />
      {query.isPending && <Waiting />}
      {query.isError && (
        <CardBody>
          <FailureBanner failedAt={failedAt(query)} text={messages.failed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </CardBody>
      )}
      {isEmpty && (
        <CardBody>
          <p className={styles.soft}>{none}</p>
        </CardBody>
      )}
      <ul className={styles.list}>
        {openings.map((opening) => (
          <li key={opening.id} className={styles.row}>
            <div className={styles.head}>
              <h3 className={styles.title}>
                <UserText>{titleOf(opening)}</UserText>
              </h3>
              {opening.open && <Badge tone="attention">{messages.open}</Badge>}
            </div>
            {noteOf && <p className={styles.soft}>{noteOf(opening)}</p>}
            <p className={styles.soft}>
              {messages.by} <UserText as="strong">{opening.administrator}</UserText>, <Moment at={opening.created_at} />. {endWords(opening)}
            </p>
            <UserText as="p" className={styles.reason} preserveLines>
              {`${messages.reason}: ${opening.reason}`}
            </UserText>
            {actionOf?.(opening)}
          </li>
        ))}
      </ul>
      {(pages.index > 0 || query.data?.next !== undefined) && (
        <Pager
          label={title}
          words={{ previous: 'Newer', next: 'Older' }}
          pages={pages}
          nextCursor={query.data?.next}
          loading={query.isPlaceholderData}
          count={rowRange(pages.index, OPENINGS_ON_A_PAGE, openings.length)}
        />
      )}
    </Card>
  );
}

/** By the reader's clock: the list goes back for years. */
function Moment({ at }: { at: string }) {
  const { date, time } = instantInZone(at, localZone());
  return (
    <time dateTime={at}>
      {formatDate(date, 'short')}, {time}
    </time>
  );
}

/** An access also ends with the session that it was opened in, and nobody writes that down: then it ended by the hour at the latest. */
function endWords({ open, ended_at: endedAt, expires_at: expiresAt }: Opening): ReactNode {
  if (endedAt !== null) return <>Ended <Moment at={endedAt} />.</>;
  if (open) return <>It ends by itself <Moment at={expiresAt} />.</>;
  return <>Ended <Moment at={expiresAt} /> at the latest.</>;
}

function Waiting() {
  return (
    <CardBody>
      <SkeletonGroup label={messages.loading}>
        <Skeleton width="40%" height={20} />
        <Skeleton width="80%" height={20} />
      </SkeletonGroup>
    </CardBody>
  );
}
