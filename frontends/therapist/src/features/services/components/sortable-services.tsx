import { IconButton } from '@attune/shared-ui/components/icon-button';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import type { ReactNode } from 'react';
import { SortableList } from '../../../sortable/sortable-list';
import type { Service } from '../services.api';
import { moveButtonId, useServiceOrder } from '../use-service-order';
import { ServiceRow } from './service-row';
import styles from './services-panel.module.css';

export interface ServiceListProps {
  services: readonly Service[];
  actionsOf: (service: Service) => ReactNode;
  /** Called with a sentence when a new order was not taken. */
  onRefused: (reason: string) => void;
}

/** The services in their therapist's order, which buttons or dragging change. */
export default function SortableServices({ services, actionsOf, onRefused }: ServiceListProps) {
  const { said, step, moveTo } = useServiceOrder(services, onRefused);
  const mover = (service: Service, by: -1 | 1, disabled: boolean) => (
    <IconButton
      id={moveButtonId(service.id, by)}
      size="sm"
      icon={by === 1 ? 'chevron-down' : 'chevron-up'}
      label={`Move ${service.name} ${by === 1 ? 'down' : 'up'}`}
      disabled={disabled}
      onClick={() => step(service, by)}
    />
  );
  return (
    <>
      <SortableList items={services} noun="Service" onMove={moveTo}>
      <ul className={styles.list}>
        {services.map((service, index) => (
          <ServiceRow
            key={service.id}
            service={service}
            draggable={services.length > 1}
            order={
              services.length > 1 && (
                <div className={styles.movers}>
                  {mover(service, -1, index === 0)}
                  {mover(service, 1, index === services.length - 1)}
                </div>
              )
            }
            actions={actionsOf(service)}
          />
        ))}
      </ul>
      </SortableList>
      <div role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </>
  );
}
