import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { EmptyState } from '@attune/shared-ui/components/empty-state';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { useCallback } from 'react';
import { type BookingFilters, filtersFrom, withFilters } from '../booking-filters';
import { bookingMessages } from '../messages';
import { BookingsList, type UseMoreOfRows } from './bookings-list';
import styles from './bookings-panel.module.css';
import { BookingsToolbar, type ServiceChoice } from './bookings-toolbar';

interface BookingsPanelProps {
  /** All bookings there are, whatever the filters. */
  total: number;
  timezone: string;
  /** What appointments can be of. */
  services: readonly ServiceChoice[];
  useMoreOfRows: UseMoreOfRows;
  onOpenServices: () => void;
  onFailure: (failed: boolean) => void;
}

/** The bookings as a list; its filters live in the address. */
export function BookingsPanel({ total, timezone, services, useMoreOfRows, onOpenServices, onFailure }: BookingsPanelProps) {
  const [params, setParams] = useSearchParams();
  const filters = filtersFrom(params);
  const change = useCallback(
    (part: Partial<BookingFilters>) =>
      setParams((current) => withFilters(current, { ...filtersFrom(current), ...part }), { replace: true }),
    [setParams],
  );

  return (
    <div className={styles.panel}>
      {total === 0 ? (
        <Card padding="none">
          <EmptyState
            level={3}
            title={bookingMessages.emptyTitle}
            text={bookingMessages.emptyText}
            action={
              <Button variant="primary" onClick={onOpenServices}>
                Manage Services
              </Button>
            }
          />
        </Card>
      ) : (
        <>
          <BookingsToolbar filters={filters} services={services} onChange={change} />
          <BookingsList
            key={filters.view}
            filters={filters}
            timezone={timezone}
            useMoreOfRows={useMoreOfRows}
            onFailure={onFailure}
            onShowAll={() => change({ view: 'all', status: '', service: '', client: '', q: '' })}
          />
        </>
      )}
    </div>
  );
}
