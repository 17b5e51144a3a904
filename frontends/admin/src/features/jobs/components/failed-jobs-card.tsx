import { Badge } from '@attune/shared-ui/components/badge';
import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { ConfirmDialog } from '@attune/shared-ui/components/confirm-dialog';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { failedAt, FailureBanner } from '@attune/shared-ui/failures/failure-banner';
import { formatNumber } from '@attune/shared-ui/format';
import { rowRange, useCursorPages } from '@attune/shared-ui/lists/cursor-pages';
import { Pager } from '@attune/shared-ui/lists/pager';
import { useQuery } from '@attune/shared-ui/runtime';
import { useId, useState } from 'react';
import type { FailedJob } from '../../../wire';
import { failedJobsQuery, JOBS_ON_A_PAGE, useJobActions } from '../jobs.api';
import { jobMessages } from '../messages';
import styles from './failed-jobs-card.module.css';
import { JobRow } from './job-row';

/** Jobs that were given up: why, and what to do about each. `count` is the dashboard's. */
export function FailedJobsCard({ count }: { count: number }) {
  const title = useId();
  const pages = useCursorPages('failed');
  const query = useQuery({ ...failedJobsQuery(pages.cursor), placeholderData: (previous) => previous });
  const { retry, discard } = useJobActions();
  const [doomed, setDoomed] = useState<FailedJob | null>(null);
  const busy = [retry, discard].find((action) => action.isPending)?.variables;
  const jobs = query.data?.jobs;

  return (
    <Card as="section" padding="none" aria-labelledby={title}>
      <CardHeader
        id={title}
        title={jobMessages.title}
        action={count > 0 && <Badge tone="attention">{formatNumber(count)}</Badge>}
      />
      {query.isPending && <JobsLoading />}
      {query.isError && (
        <CardBody>
          <FailureBanner
            failedAt={failedAt(query)}
            text={jobMessages.listFailed}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </CardBody>
      )}
      {jobs?.length === 0 && (
        <CardBody>
          <p className={styles.quiet}>{jobMessages.none}</p>
        </CardBody>
      )}
      {jobs !== undefined && jobs.length > 0 && (
        <>
          <ul className={styles.list}>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} busy={busy === job.id} onRetry={() => retry.mutate(job.id)} onDiscard={() => setDoomed(job)} />
            ))}
          </ul>
          {(pages.index > 0 || query.data?.next !== undefined) && (
            <Pager
              label={jobMessages.title}
              pages={pages}
              nextCursor={query.data?.next}
              loading={query.isPlaceholderData}
              count={rowRange(pages.index, JOBS_ON_A_PAGE, jobs.length, Math.max(count, jobs.length))}
            />
          )}
        </>
      )}
      {doomed !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setDoomed(null)}
          title={jobMessages.discardTitle}
          body={
            <>
              <strong>{doomed.job}</strong>. {jobMessages.discardText}
            </>
          }
          confirmLabel="Discard job"
          cancelLabel="Keep it"
          loading={discard.isPending}
          onConfirm={() => discard.mutate(doomed.id, { onSettled: () => setDoomed(null) })}
        />
      )}
    </Card>
  );
}

function JobsLoading() {
  return (
    <CardBody>
      <SkeletonGroup label="Loading failed jobs">
        <div className={styles.stack}>
          <Skeleton width="40%" />
          <Skeleton width="80%" />
        </div>
      </SkeletonGroup>
    </CardBody>
  );
}
