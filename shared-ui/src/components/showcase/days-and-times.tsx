import { useState } from 'react';
import { formatDate } from '../../format/dates';
import { Card, CardHeader } from '../card';
import { DatePicker } from '../date-picker';
import { TimeGrid } from '../time-grid';
import { Section } from './section';
import styles from './showcase.module.css';

const freeDays = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'];
const freeTimes = ['09:00', '09:30', '11:00', '11:30', '13:00', '13:30', '15:30', '16:00'];

/** The calendar and the free times, as on a booking page, and both while they wait. */
export function DaysAndTimes() {
  const [month, setMonth] = useState('2026-11-01');
  const [day, setDay] = useState('2026-11-24');
  const [time, setTime] = useState<string | null>('11:00');
  return (
    <Section title="Days and times">
      <Card padding="none" raised className={styles.panel}>
        <CardHeader title="Individual session" level={3} action={<span>50 min · $140</span>} />
        <div className={styles.divided}>
          <DatePicker
            month={month}
            onMonthChange={setMonth}
            selected={day}
            onSelect={setDay}
            isAvailable={(date) => freeDays.includes(date)}
            min="2026-11-22"
            max="2027-01-20"
          />
        </div>
        <div className={styles.divided}>
          <h4>{formatDate(day, 'long')}</h4>
          <TimeGrid label={`Free times on ${formatDate(day, 'long')}`} times={freeTimes} value={time} onSelect={setTime} />
        </div>
      </Card>
      <Card padding="none" className={styles.panel}>
        <CardHeader title="While it loads" level={3} />
        <div className={styles.divided}>
          <DatePicker
            label="Choose another date"
            month="2026-11-01"
            onMonthChange={() => undefined}
            selected={null}
            onSelect={() => undefined}
            isAvailable={() => true}
            loading
          />
        </div>
        <div className={styles.divided}>
          <TimeGrid
            label="Times with the visitor's own"
            times={freeTimes.slice(0, 4)}
            value="09:30"
            onSelect={() => undefined}
            reading={(each) => ({ first: each, firstIs: 'in New York', second: `${Number(each.slice(0, 2)) + 6}${each.slice(2)}`, secondIs: 'your time' })}
          />
          <br />
          <TimeGrid label="Times that cannot be chosen now" times={freeTimes.slice(0, 4)} value={null} onSelect={() => undefined} disabled />
        </div>
      </Card>
    </Section>
  );
}
