import { Banner } from '@attune/shared-ui/components/Banner';
import { Button } from '@attune/shared-ui/components/Button';
import { Card } from '@attune/shared-ui/components/Card';
import { EmptyState } from '@attune/shared-ui/components/EmptyState';
import { ErrorPanel } from '@attune/shared-ui/components/ErrorPanel';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/Skeleton';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { useState } from 'react';
import { servicesQuery } from '../api/get-services';
import type { Service } from '../api/service';
import { useCreateService } from '../api/use-create-service';
import { serviceMessages } from '../messages';
import { DeleteServiceDialog } from './delete-service-dialog';
import { ServiceForm } from './service-form';
import { ServiceRow } from './service-row';
import styles from './services-card.module.css';

interface ServicesCardProps {
  onDirtyChange: (dirty: boolean) => void;
}

/** The profile page's Services card: the list, delete buttons and the inline Add New Service form. */
export function ServicesCard({ onDirtyChange }: ServicesCardProps) {
  const services = useQuery(servicesQuery());
  const [adding, setAdding] = useState(false);
  const [doomed, setDoomed] = useState<Service | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const create = useCreateService();

  const close = () => {
    setAdding(false);
    onDirtyChange(false);
  };

  return (
    <Card padding="none">
      {refusal !== null && (
        <div className={styles.part}>
          <Banner tone="danger" role="alert" onDismiss={() => setRefusal(null)}>
            {refusal}
          </Banner>
        </div>
      )}
      {services.isPending && (
        <SkeletonGroup label="Loading services">
          <div className={styles.part}>
            <Skeleton width="40%" height={20} />
            <Skeleton />
          </div>
        </SkeletonGroup>
      )}
      {services.isError && (
        <ErrorPanel
          level={3}
          title="Your services could not be loaded"
          text="Nothing has been changed."
          onRetry={() => void services.refetch()}
          retrying={services.isFetching}
        />
      )}
      {services.data?.length === 0 && !adding && (
        <EmptyState
          drawing="services"
          level={3}
          title={serviceMessages.emptyTitle}
          text={serviceMessages.emptyText}
          action={<AddButton onClick={() => setAdding(true)} />}
        />
      )}
      {services.data !== undefined && services.data.length > 0 && (
        <ul className={styles.list}>
          {services.data.map((service) => (
            <ServiceRow
              key={service.id}
              service={service}
              actions={
                <Button
                  size="sm"
                  variant="quiet"
                  icon="trash"
                  aria-label={`Delete ${service.name}`}
                  onClick={() => setDoomed(service)}
                >
                  Delete
                </Button>
              }
            />
          ))}
        </ul>
      )}
      {adding && (
        <div className={styles.adding}>
          <h3 className={styles.title}>Add New Service</h3>
          <ServiceForm
            label="Add New Service"
            submitLabel="Create Service"
            failedText={serviceMessages.createFailed}
            save={create.mutateAsync}
            onSaved={() => {
              toast.success(serviceMessages.created);
              close();
            }}
            onCancel={close}
            onDirtyChange={onDirtyChange}
          />
        </div>
      )}
      {services.data !== undefined && services.data.length > 0 && !adding && (
        <div className={styles.foot}>
          <AddButton onClick={() => setAdding(true)} />
        </div>
      )}
      <DeleteServiceDialog service={doomed} onClose={() => setDoomed(null)} onRefused={setRefusal} />
    </Card>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button icon="plus" onClick={onClick}>
      Add New Service
    </Button>
  );
}
