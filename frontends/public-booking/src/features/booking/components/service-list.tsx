import { Badge } from '@attune/shared-ui/components/badge';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDuration } from '@attune/shared-ui/format';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense } from 'react';
import type { PublicService } from '../../../wire';
import { bookingMessages as messages } from '../messages';
import { priceLabel } from '../price-label';
import styles from './service-list.module.css';

const NoServices = lazyAgain(() => import('./no-services'));

interface ServiceListProps {
  services: readonly PublicService[];
  chosen: string | null;
  onChoose: (service: PublicService) => void;
  /** Nothing can be booked. */
  paused: boolean;
  meetingLabel: (service: PublicService) => string;
  therapistName: string;
}

/** The services as one choice among several. */
export function ServiceList({ services, chosen, onChoose, paused, meetingLabel, therapistName }: ServiceListProps) {
  if (services.length === 0) {
    return (
      <Suspense fallback={null}>
        <NoServices therapistName={therapistName} level={2} />
      </Suspense>
    );
  }
  return (
    <fieldset className={styles.list} disabled={paused}>
      <legend className={styles.title}>
        <h2>{messages.services}</h2>
      </legend>
      {services.map((service) => (
        <label key={service.id} className={styles.service}>
          <input
            type="radio"
            name="service"
            className={styles.radio}
            checked={service.id === chosen}
            onChange={() => onChoose(service)}
          />
          <span className={styles.head}>
            <UserText as="strong" className={styles.name}>
              {service.name}
            </UserText>
            <Badge tone={service.is_free ? 'positive' : 'accent'}>{priceLabel(service)}</Badge>
          </span>
          {service.description !== '' && (
            <UserText as="span" className={styles.description}>
              {service.description}
            </UserText>
          )}
          <span className={styles.facts}>{`${formatDuration(service.duration_minutes)} · ${meetingLabel(service)}`}</span>
        </label>
      ))}
    </fieldset>
  );
}
