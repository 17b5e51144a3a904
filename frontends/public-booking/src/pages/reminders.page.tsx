import { buttonClass } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { ApiError, Link, useLocation, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { ReminderChoice } from '../features/reminders/components/reminder-choice';
import { reminderMessages as messages } from '../features/reminders/messages';
import { choiceQuery } from '../features/reminders/reminders.api';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import styles from './manage.module.css';

/** `/reminders#token`: stop reminders, or have them again. The token stays in the fragment, which no server ever sees. */
export default function RemindersPage() {
  usePageTitle(messages.title);
  const token = useLocation().hash.slice(1);
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>{token === '' ? <InvalidLink /> : <Choice key={token} token={token} />}</PublicMain>
    </>
  );
}

function Choice({ token }: { token: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(choiceQuery(token));
  if (data !== undefined) return <ReminderChoice token={token} wanted={data.wanted} />;
  if (!isError) {
    return (
      <>
        <h1 className={styles.title}>{messages.title}</h1>
        <SkeletonGroup label={messages.loading}>
          <Skeleton height={180} />
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
