import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { Spinner } from '@attune/shared-ui/components/spinner';
import { formatDate } from '@attune/shared-ui/format';
import { newBookingMessages as messages } from '../messages';
import type { SeriesDays } from '../use-series-days';
import styles from './new-booking-form.module.css';

/** The days of a series before it is booked, with what stands in the way of each; those that are not wanted are left out. */
export function SeriesDaysList({ series, error }: { series: SeriesDays; error?: string | undefined }) {
  const { days, isLoading, failure, toggle, chosen, chooseAll } = series;
  if (failure !== undefined) return <Banner tone="attention">{failure}</Banner>;
  if (days === undefined) return isLoading ? <Spinner label={messages.looking} /> : <p className={styles.hint}>{messages.seriesHint}</p>;
  const inTheWay = days.filter(({ obstacle }) => obstacle !== null).length;
  return (
    <FieldGroup legend={messages.seriesDays(chosen.length, days.length)} hint={inTheWay === 0 ? messages.allFree : messages.someInTheWay(inTheWay)} error={error}>
      <ul className={styles.days} data-field="dates" tabIndex={-1}>
        {days.map(({ date, obstacle, reason }) => (
          <li key={date}>
            <Checkbox
              label={formatDate(date, 'full')}
              {...(reason !== null && { description: reason })}
              checked={chosen.includes(date)}
              disabled={obstacle === 'appointment' || obstacle === 'impossible'}
              onChange={() => toggle(date)}
            />
          </li>
        ))}
      </ul>
      {chooseAll && (
        <div>
          <Button size="sm" icon="check" onClick={chooseAll}>
            {messages.chooseAll}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}
