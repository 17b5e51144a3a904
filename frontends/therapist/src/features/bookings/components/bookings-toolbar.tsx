import { Field } from '@attune/shared-ui/components/field';
import { Segmented } from '@attune/shared-ui/components/segmented';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useEffect, useRef, useState } from 'react';
import type { BookingFilters, BookingView } from '../booking-filters';
import styles from './bookings-toolbar.module.css';
import { ClientFilter } from './client-filter';

const TYPING_PAUSE_MS = 250;

const VIEW_OPTIONS: { value: BookingView; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All' },
];

const STATUS_OPTIONS = [
  { value: '', label: 'Any status' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
];

/** A service of the practice, by its id. */
export interface ServiceChoice {
  id: string;
  name: string;
}

interface BookingsToolbarProps {
  filters: BookingFilters;
  services: readonly ServiceChoice[];
  onChange: (part: Partial<BookingFilters>) => void;
}

/** Search, status, client, service and time filters of the list. */
export function BookingsToolbar({ filters, services, onChange }: BookingsToolbarProps) {
  return (
    <div className={styles.toolbar} role="search" aria-label="Filter bookings">
      <Segmented
        label="Which appointments"
        options={VIEW_OPTIONS}
        value={filters.view}
        onChange={(view) => onChange({ view: VIEW_OPTIONS.find((one) => one.value === view)?.value ?? 'upcoming' })}
      />
      <SearchField q={filters.q} onSearch={(q) => onChange({ q })} />
      <div className={styles.status}>
        <Field label="Status">
          {(aria) => (
            <Select
              {...aria}
              value={filters.status}
              options={STATUS_OPTIONS}
              onChange={(status) =>
                onChange({
                  status: status === 'confirmed' || status === 'completed' || status === 'cancelled' ? status : '',
                })
              }
            />
          )}
        </Field>
      </div>
      <ClientFilter client={filters.client} onChange={(client) => onChange({ client })} />
      {/* One service leaves nothing to choose; one that is asked for and not known is still seen. */}
      {(services.length > 1 || filters.service !== '') && (
        <div className={styles.status}>
          <Field label="Service">
            {(aria) => <Select {...aria} value={filters.service} options={serviceOptions(services, filters.service)} onChange={(service) => onChange({ service })} />}
          </Field>
        </div>
      )}
    </div>
  );
}

function serviceOptions(services: readonly ServiceChoice[], chosen: string): { value: string; label: string }[] {
  const isKnown = chosen === '' || services.some(({ id }) => id === chosen);
  return [
    { value: '', label: 'Any service' },
    ...services.map(({ id, name }) => ({ value: id, label: name })),
    ...(isKnown ? [] : [{ value: chosen, label: 'A service of before' }]),
  ];
}

/** Answers while typing: the address follows after a short pause, and the field follows the address. */
function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);

  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);

  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      onSearch(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);

  return (
    <div className={styles.search}>
      <Field label="Search">
        {(aria) => (
          <TextInput
            {...aria}
            type="search"
            dir="auto"
            placeholder="Name or email"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
