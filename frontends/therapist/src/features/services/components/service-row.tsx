import { Badge } from '@attune/shared-ui/components/badge';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDuration, formatPrice } from '@attune/shared-ui/format';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useSortableItem } from '../../../sortable/sortable-list';
import { sessionTypeWords } from '../../../session-type';
import type { Service } from '../services.api';
import { serviceMessages } from '../messages';
import styles from './service-row.module.css';

const ONLINE_PLACES: Record<Service['online_place'], string> = { video: 'by video', 'therapist-calls': 'you call', 'client-calls': 'your client calls' };

/** '50 min · by video' */
function lengthAndPlace({ duration_minutes, session_type, online_place, address }: Service): string {
  const online = session_type === 'in-person' ? [] : [ONLINE_PLACES[online_place]];
  const inPerson = session_type === 'online' || address === null ? [] : [address.replaceAll('\n', ', ')];
  return [formatDuration(duration_minutes), ...online, ...inPerson].join(' · ');
}

interface ServiceRowProps {
  service: Service;
  actions: ReactNode;
  /** Puts it elsewhere in the list. */
  order: ReactNode;
  /** There are others to drag it past. */
  draggable: boolean;
}

/** One service of the list with what a visitor will see of it. */
export function ServiceRow({ service, actions, order, draggable }: ServiceRowProps) {
  const { setNodeRef, style, handle, isDragging } = useSortableItem(service.id);
  return (
    <li ref={setNodeRef} style={style} className={clsx(styles.row, isDragging && styles.dragged)}>
      <div className={styles.words}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <UserText>{service.name}</UserText>
          </h3>
          <Badge tone={service.is_free ? 'positive' : 'neutral'}>
            {service.is_free ? 'Free' : formatPrice(service.price)}
          </Badge>
          <Badge tone="accent">{sessionTypeWords(service.session_type)}</Badge>
          {service.visibility !== 'everybody' && <Badge tone="attention">{service.visibility === 'hidden' ? 'Hidden' : 'Clients only'}</Badge>}
        </div>
        {service.description === '' ? (
          <p className={styles.soft}>{serviceMessages.noDescription}</p>
        ) : (
          <UserText as="p" className={styles.soft} preserveLines>
            {service.description}
          </UserText>
        )}
        <p className={styles.duration}>
          <bdi>{lengthAndPlace(service)}</bdi>
        </p>
      </div>
      <div className={styles.actions}>
        {draggable && <span className={styles.handle}>{handle(`Drag ${service.name}`)}</span>}
        {order}
        {actions}
      </div>
    </li>
  );
}
