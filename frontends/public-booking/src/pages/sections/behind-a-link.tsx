import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { ApiError, Link } from '@attune/shared-ui/runtime';
import type { ReactNode } from 'react';
import styles from '../manage.module.css';

interface BehindALinkProps<Found> {
  /** Of what the link's token names. */
  query: { data: Found | undefined; error: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown };
  words: { title: string; loading: string; loadFailed: string; tryAgain: string } & InvalidWords;
  /** Of what is on its way, in pixels. */
  height: number;
  children: (found: Found) => ReactNode;
}

/** What stands behind the link of a mail: on its way, there, not to be had just now, or nothing at all. */
export function BehindALink<Found>({ query, words, height, children }: BehindALinkProps<Found>) {
  const { data, error, isError, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!isError) {
    return (
      <>
        <h1 className={styles.title}>{words.title}</h1>
        <SkeletonGroup label={words.loading}>
          <Skeleton height={height} />
        </SkeletonGroup>
      </>
    );
  }
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <InvalidLink words={words} />;
  return (
    <ErrorPanel
      level={1}
      title={words.loadFailed}
      text={error instanceof ApiError ? error.detail : words.tryAgain}
      onRetry={() => void refetch()}
      retryLabel={words.tryAgain}
      retrying={isFetching}
    />
  );
}

interface InvalidWords {
  invalidTitle: string;
  invalidText: string;
  backHome: string;
}

/** The link is no good, and what to do about it. */
export function InvalidLink({ words }: { words: InvalidWords }) {
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{words.invalidTitle}</h1>
      <p className={styles.title}>{words.invalidText}</p>
      <Link to="/" className={buttonClass()}>
        {words.backHome}
      </Link>
    </Card>
  );
}
