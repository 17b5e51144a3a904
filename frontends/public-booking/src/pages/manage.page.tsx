import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ApiError, useLinkToken, useNavigate, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
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
  const navigate = useNavigate();
  const [renewed, setRenewed] = useState<{ first: string; now: string }>();
  // A new link to what is on view is no other page.
  const first = renewed?.now === token ? renewed.first : token;
  const follow = (now: string) => {
    setRenewed({ first, now });
    void navigate({ hash: now }, { replace: true });
  };
  return (
    <>
      <PublicHeader narrow />
      <PublicMain narrow>{token === '' ? <InvalidLink /> : <Appointment key={first} token={token} onRenewed={follow} />}</PublicMain>
    </>
  );
}

function Appointment({ token, onRenewed }: { token: string; onRenewed: (token: string) => void }) {
  const { data, error, isError, isFetching, refetch } = useQuery(managedBookingQuery(token));
  if (data !== undefined) {
    return (
      <>
        <h1 className={styles.title}>{messages.title}</h1>
        <ManagedAppointment booking={data} token={token} onRenewed={onRenewed} />
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
