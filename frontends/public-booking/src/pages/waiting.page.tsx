import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { ApiError, Link, useLocation, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { WaitingRequest } from '../features/waiting/components/waiting-request';
import { waitingMessages as messages } from '../features/waiting/messages';
import { requestQuery } from '../features/waiting/waiting.api';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import styles from './manage.module.css';

/** `/waiting#token`: what became of a request, and the time that is kept. The token stays in the fragment, which no server ever sees. */
export default function WaitingPage() {
  usePageTitle(messages.pageTitle);
  const token = useLocation().hash.slice(1);
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>{token === '' ? <InvalidLink /> : <Waiting key={token} token={token} />}</PublicMain>
    </>
  );
}

function Waiting({ token }: { token: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(requestQuery(token));
  if (data !== undefined) return <WaitingRequest token={token} request={data} />;
  if (!isError) {
    return (
      <>
        <h1 className={styles.title}>{messages.pageTitle}</h1>
        <SkeletonGroup label={messages.loading}>
          <Skeleton height={220} />
        </SkeletonGroup>
      </>
    );
  }
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <InvalidLink />;
  return (
    <ErrorPanel
      level={1}
      title={messages.loadFailed}
      text={error instanceof ApiError ? error.detail : messages.tryAgain}
      onRetry={() => void refetch()}
      retryLabel={messages.tryAgain}
      retrying={isFetching}
    />
  );
}

function InvalidLink() {
  return (
    <Card padding="lg">
      <h1 className={styles.title}>{messages.invalidTitle}</h1>
      <p className={styles.title}>{messages.invalidText}</p>
      <Link to="/" className={buttonClass()}>
        {messages.backHome}
      </Link>
    </Card>
  );
}
