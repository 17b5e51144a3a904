import { buttonClass } from '@attune/shared-ui/components/button';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { ApiError, Link, useParams, usePageTitle, useQuery } from '@attune/shared-ui/runtime';
import { clientRecordQuery } from '../features/client-record/client-record.api';
import { ClientCopy } from '../features/client-record/components/client-copy';
import { ClientHead } from '../features/client-record/components/client-head';
import { ClientLinks } from '../features/client-record/components/client-links';
import { RecordForm } from '../features/client-record/components/record-form';
import { clientMessages as messages } from '../features/client-record/messages';
import { PageLoading } from '../features/frame/components/page-loading';
import { FramedPage } from './framed-page';
import { ClientNumbers, ClientSections } from './client-sections';
import styles from './client.module.css';

/** `/clients/:id`: one page for each client. */
export default function ClientPage() {
  usePageTitle(messages.title);
  const { id = '' } = useParams();
  const { data: client, error, isLoadingError, isFetching, refetch } = useQuery(clientRecordQuery(id));

  if (isLoadingError) {
    const absent = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return (
      <FramedPage width="narrow">
        <ErrorPanel
          level={1}
          title={absent ? messages.notThere : messages.loadFailed}
          text={absent ? messages.notThereText : messages.nothingChanged}
          onRetry={absent ? undefined : () => void refetch()}
          retrying={isFetching}
        >
          <Link to="/dashboard?tab=bookings" className={buttonClass()}>
            {messages.back}
          </Link>
        </ErrorPanel>
      </FramedPage>
    );
  }
  if (client === undefined) return <PageLoading label={messages.loading} />;
  return (
    <FramedPage>
      <div className={styles.page}>
        <ClientHead client={client} />
        <ClientLinks client={client} numbersOf={(clientId) => <ClientNumbers clientId={clientId} />} />
        <RecordForm client={client} />
        <ClientSections clientId={id} />
        <ClientCopy clientId={id} />
      </div>
    </FramedPage>
  );
}
