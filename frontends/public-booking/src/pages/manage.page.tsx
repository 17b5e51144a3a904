import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ApiError, useLinkToken, useNavigate, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { managedBookingQuery } from '../features/manage/manage.api';
import { AppointmentSkeleton, InvalidLink } from '../features/manage/components/manage-states';
import { ManagedAppointment } from '../features/manage/components/managed-appointment';
import { manageMessages as messages } from '../features/manage/messages';
import { PracticeMailsChoice } from '../features/practice-mails/components/practice-mails-choice';
import { practiceMailsMessages } from '../features/practice-mails/messages';
import { practiceMailsQuery } from '../features/practice-mails/practice-mails.api';
import { PublicHeader } from '../site/public-header';
import { PublicMain } from '../site/public-main';
import styles from './manage.module.css';
import { BehindALink } from './sections/behind-a-link';

/** `#end.` and a token: the link that ends the mails of a practice. */
const END = 'end.';

/** `/manage#token`: see, move or cancel an appointment; `/manage#end.token`: no more mail from a practice. The token stays in the fragment, which no server ever sees. */
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
      <PublicMain narrow>{token === '' ? <InvalidLink /> : token.startsWith(END) ? <PracticeMails key={token} token={token.slice(END.length)} /> : <Appointment key={first} token={token} onRenewed={follow} />}</PublicMain>
    </>
  );
}

function PracticeMails({ token }: { token: string }) {
  return (
    <BehindALink query={useQuery(practiceMailsQuery(token))} words={practiceMailsMessages} height={200}>
      {({ therapist_name, wanted }) => <PracticeMailsChoice token={token} practice={therapist_name} wanted={wanted} />}
    </BehindALink>
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
