import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { type Service, servicesQuery } from '../services.api';
import { serviceMessages } from '../messages';
import { DeleteServiceDialog } from './delete-service-dialog';
import { ServiceDialog } from './service-dialog';
import { ServiceList } from './service-list';
import styles from './services-panel.module.css';

/** The dashboard's Services tab: the list with create, edit and delete. */
export default function ServicesPanel() {
  const { data: services, refetch, isFetching, isLoadingError } = useQuery(servicesQuery());
  const [subject, setSubject] = useState<Service | 'new' | null>(null);
  // Another tab may have changed it since the dialog opened.
  const latest = subject === 'new' ? subject : (services?.find(({ id }) => id === subject?.id) ?? subject);
  const [doomed, setDoomed] = useState<Service | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setSubject('new')}>
      Add Service
    </Button>
  );

  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>Services</h2>
        {services !== undefined && services.length > 0 && add}
      </div>
      {refusal !== null && (
        <Banner tone="danger" role="alert" onDismiss={() => setRefusal(null)}>
          {refusal}
        </Banner>
      )}
      {isLoadingError && <ErrorPanel level={3} title={serviceMessages.loadFailed} text={serviceMessages.nothingChanged} onRetry={() => void refetch()} retrying={isFetching} />}
      {services === undefined && !isLoadingError && <ServicesLoading />}
      {services !== undefined && (
        <Card padding="none">
        {services.length === 0 ? (
          <EmptyState
            drawing="services"
            level={3}
            title={serviceMessages.emptyTitle}
            text={serviceMessages.emptyText}
            action={add}
          />
        ) : (
          <ServiceList
            services={services}
            onRefused={setRefusal}
            actionsOf={(service) => (
              <>
                <Button size="sm" icon="edit" aria-label={`Edit ${service.name}`} onClick={() => setSubject(service)}>
                  Edit
                </Button>
                <Button size="sm" variant="quiet" icon="trash" aria-label={`Delete ${service.name}`} onClick={() => setDoomed(service)}>
                  Delete
                </Button>
              </>
            )}
          />
        )}
        </Card>
      )}
      {latest !== null && <ServiceDialog subject={latest} onClose={() => setSubject(null)} />}
      <DeleteServiceDialog service={doomed} onClose={() => setDoomed(null)} onRefused={setRefusal} />
    </div>
  );
}

function ServicesLoading() {
  return (
    <Card padding="none">
      <SkeletonGroup label={serviceMessages.loading}>
        {[0, 1, 2].map((row) => (
          <div key={row} className={styles.loading}>
            <Skeleton width="40%" height={20} />
            <Skeleton width={110} height={20} />
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}
