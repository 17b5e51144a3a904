import { Badge } from '@attune/shared-ui/components/badge';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDuration, formatPrice } from '@attune/shared-ui/format';
import type { ReactNode } from 'react';
import { sessionTypeWords } from '../../../session-type';
import type { Service } from '../services.api';
import { serviceMessages } from '../messages';
import styles from './service-row.module.css';

interface ServiceRowProps {
  service: Service;
  actions: ReactNode;
}

/** One service of the list with what a visitor will see of it. */
export function ServiceRow({ service, actions }: ServiceRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <UserText>{service.name}</UserText>
          </h3>
          <Badge tone={service.is_free ? 'positive' : 'neutral'}>
            {service.is_free ? 'Free' : formatPrice(service.price)}
          </Badge>
          <Badge tone="accent">{sessionTypeWords(service.session_type)}</Badge>
        </div>
        {service.description === '' ? (
          <p className={styles.soft}>{serviceMessages.noDescription}</p>
        ) : (
          <UserText as="p" className={styles.soft} preserveLines>
            {service.description}
          </UserText>
        )}
        <p className={styles.duration}>{formatDuration(service.duration_minutes)}</p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  );
}
