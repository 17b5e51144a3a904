import { Badge } from '@attune/shared-ui/components/badge';
import { buttonClass } from '@attune/shared-ui/components/button';
import { UserText } from '@attune/shared-ui/components/user-text';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { formatDuration, formatPrice } from '@attune/shared-ui/format';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { Suspense } from 'react';
import type { PublicService } from '../../../wire';
import { bookingMessages as messages } from '../messages';
import styles from './service-cards.module.css';
import { WITHOUT_SCRIPTS_ID } from './without-scripts';

const NoServices = lazyAgain(() => import('./no-services'));

interface ServiceCardsProps {
  services: readonly PublicService[];
  chosen: string | null;
  /** Left out while nothing can be booked. */
  onChoose: ((service: PublicService) => void) | undefined;
  meetingLabel: (service: PublicService) => string;
  therapistName: string;
}

/** The services as cards; a press anywhere on one, or its 'Book Now', chooses it. */
export function ServiceCards({ services, chosen, onChoose, meetingLabel, therapistName }: ServiceCardsProps) {
  return (
    <section aria-labelledby="services-title">
      <h2 id="services-title" className={styles.title}>
        {messages.servicesTitle}
      </h2>
      {services.length === 0 ? (
        <div className={styles.none}>
          <Suspense fallback={null}>
            <NoServices therapistName={therapistName} level={3} />
          </Suspense>
        </div>
      ) : (
        <ul className={styles.cards}>
          {services.map((service) => (
            <ServiceCard
              key={service.id}
              service={service}
              chosen={service.id === chosen}
              onChoose={onChoose}
              sessionType={meetingLabel(service)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ServiceCardProps {
  service: PublicService;
  chosen: boolean;
  /** Left out while nothing can be booked. */
  onChoose: ((service: PublicService) => void) | undefined;
  sessionType: string;
}

function ServiceCard({ service, chosen, onChoose, sessionType }: ServiceCardProps) {
  return (
    <li className={chosen ? `${styles.card} ${styles.chosen}` : styles.card}>
      <div className={styles.words}>
        <UserText as="h3" className={styles.name}>
          {service.name}
        </UserText>
        {service.description !== '' && (
          <UserText as="p" className={styles.description}>
            {service.description}
          </UserText>
        )}
      </div>
      <div className={styles.facts}>
        <span className={styles.price}>{service.is_free ? messages.freeConsultation : formatPrice(service.price)}</span>
        <Badge tone={chosen ? 'accent' : 'neutral'}>{`${sessionType} · ${formatDuration(service.duration_minutes)}`}</Badge>
        {onChoose && (
          <button
            type="button"
            id={bookNowId(service.id)}
            className={`${buttonClass({ variant: chosen ? 'primary' : 'secondary', size: 'sm' })} ${styles.book}`}
            aria-current={chosen ? 'true' : undefined}
            onClick={() => onChoose(service)}
          >
            {messages.bookNow}
            <VisuallyHidden>{` ${service.name}`}</VisuallyHidden>
          </button>
        )}
        {onChoose && (
          <noscript>
            <a href={`#${WITHOUT_SCRIPTS_ID}`} className={`${buttonClass({ size: 'sm' })} ${styles.book}`}>
              {messages.bookNow}
              <VisuallyHidden>{` ${service.name}`}</VisuallyHidden>
            </a>
          </noscript>
        )}
      </div>
    </li>
  );
}

/** Where the focus returns to when the form of this service is closed. */
export function bookNowId(serviceId: string): string {
  return `book-now-${serviceId}`;
}
