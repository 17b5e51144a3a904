import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { useQuery } from '@attune/shared-ui/runtime';
import { useEffect, useRef, useState } from 'react';
import { type Service, servicesQuery } from '../services.api';
import { serviceMessages } from '../messages';
import { AddServiceForm } from './add-service-form';
import { DeleteServiceDialog } from './delete-service-dialog';
import { ServiceList } from './service-list';
import styles from './services-card.module.css';

interface ServicesCardProps {
  onDirtyChange: (dirty: boolean) => void;
}

/** The profile page's Services card: the list, delete buttons and the inline Add New Service form. */
export function ServicesCard({ onDirtyChange }: ServicesCardProps) {
  const services = useQuery(servicesQuery());
  const [doomed, setDoomed] = useState<Service | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  return (
    <Card padding="none">
      {refusal !== null && (
        <div className={styles.part}>
          <Banner tone="danger" role="alert" onDismiss={() => setRefusal(null)}>
            {refusal}
          </Banner>
        </div>
      )}
      {services.isPending && <CardLoading />}
      {services.isLoadingError && (
        <ErrorPanel
          level={3}
          title={serviceMessages.loadFailed}
          text={serviceMessages.nothingChanged}
          onRetry={() => void services.refetch()}
          retrying={services.isFetching}
        />
      )}
      {services.data !== undefined && (
        <ServicesEditor services={services.data} onDelete={setDoomed} onRefused={setRefusal} onDirtyChange={onDirtyChange} />
      )}
      <DeleteServiceDialog service={doomed} onClose={() => setDoomed(null)} onRefused={setRefusal} />
    </Card>
  );
}

interface ServicesEditorProps extends ServicesCardProps {
  services: readonly Service[];
  onDelete: (service: Service) => void;
  onRefused: (reason: string) => void;
}

function ServicesEditor({ services, onDelete, onRefused, onDirtyChange }: ServicesEditorProps) {
  const [adding, setAdding] = useState(false);
  const empty = services.length === 0;
  const addButton = useRef<HTMLButtonElement>(null);
  const awaitsFocus = useRef(false);

  // The form stood in the button's place; so the focus returns to the button, also when it moves under the first service.
  useEffect(() => {
    if (adding) awaitsFocus.current = true;
    if (adding || !awaitsFocus.current) return;
    addButton.current?.focus();
    awaitsFocus.current = empty;
  }, [adding, empty]);

  const add = (
    <Button ref={addButton} icon="plus" onClick={() => setAdding(true)}>
      Add New Service
    </Button>
  );
  const close = () => {
    setAdding(false);
    onDirtyChange(false);
  };

  return (
    <>
      {empty && !adding && (
        <EmptyState
          drawing="services"
          level={3}
          title={serviceMessages.emptyTitle}
          text={serviceMessages.emptyText}
          action={add}
        />
      )}
      {!empty && (
        <div className={styles.list}>
          <ServiceList
            services={services}
            onRefused={onRefused}
            actionsOf={(service) => <DeleteButton service={service} onClick={() => onDelete(service)} />}
          />
        </div>
      )}
      {adding && <AddServiceForm onClose={close} onDirtyChange={onDirtyChange} />}
      {!empty && !adding && <div className={styles.foot}>{add}</div>}
    </>
  );
}

function DeleteButton({ service, onClick }: { service: Service; onClick: () => void }) {
  return (
    <Button size="sm" variant="quiet" icon="trash" aria-label={`Delete ${service.name}`} onClick={onClick}>
      Delete
    </Button>
  );
}

function CardLoading() {
  return (
    <SkeletonGroup label="Loading services">
      <div className={styles.part}>
        <Skeleton width="40%" height={20} />
        <Skeleton />
      </div>
    </SkeletonGroup>
  );
}
