import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ApiError, useLinkToken, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { managedBookingQuery } from '../features/manage/manage.api';
import { AppointmentSkeleton, InvalidLink } from '../features/manage/components/manage-states';
import { ManagedAppointment } from '../features/manage/components/managed-appointment';
import { manageMessages as messages } from '../features/manage/messages';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import styles from './manage.module.css';

/** `/manage#token`: see, move or cancel an appointment. The token stays in the fragment, which no server ever sees. */
export default function ManagePage() {
  usePageTitle(messages.title);
  const { token } = useLinkToken();
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>{token === '' ? <InvalidLink /> : <Appointment key={token} token={token} />}</PublicMain>
    </>
  );
}

function Appointment({ token }: { token: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(managedBookingQuery(token));
  if (data !== undefined) {
    return (
      <>
        <h1 className={styles.title}>{messages.title}</h1>
        <ManagedAppointment booking={data} token={token} />
      </>
    );
  }
  if (!isError) {
    return (
      <>
        <h1 className={styles.title}>{messages.title}</h1>
        <AppointmentSkeleton />
      </>
    );
  }
  const refused = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (refused) return <InvalidLink />;
  return (
    <ErrorPanel
      level={1}
      title={messages.loadFailedTitle}
      text={error instanceof ApiError ? error.detail : messages.tryAgain}
      onRetry={() => void refetch()}
      retryLabel={messages.tryAgain}
      retrying={isFetching}
    />
  );
}
