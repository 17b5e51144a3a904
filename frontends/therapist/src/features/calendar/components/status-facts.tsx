import { UserText } from '@attune/shared-ui/components/user-text';
import { formatNumber } from '@attune/shared-ui/format';
import { useNow } from '@attune/shared-ui/format/now';
import type { ReactNode } from 'react';
import type { CalendarStatus } from '../calendar.api';
import { whenWords } from '../calendar-words';
import { calendarMessages } from '../messages';
import styles from './status-card.module.css';

/** How often "8 minutes ago" is told anew. */
const REFRESH_MS = 15_000;

const { facts: words, busyBlocks } = calendarMessages;

/** What is connected, since when, and how far it is in step. */
export function StatusFacts({ status: { account, calendar_name, last_connected, last_synced_at, busy_blocks } }: { status: CalendarStatus }) {
  const now = useNow(REFRESH_MS);
  return (
    <dl className={styles.facts}>
      <Fact name={words.account}>{account}</Fact>
      <Fact name={words.calendar}>{calendar_name === null ? words.noCalendar : <UserText>{calendar_name}</UserText>}</Fact>
      <Fact name={words.lastConnected}>{last_connected === null ? words.never : <time dateTime={last_connected}>{whenWords(last_connected, now)}</time>}</Fact>
      <Fact name={words.lastInStep}>{last_synced_at === null ? words.never : <time dateTime={last_synced_at}>{whenWords(last_synced_at, now)}</time>}</Fact>
      <Fact name={words.busy}>{busyBlocks(formatNumber(busy_blocks), busy_blocks === 1)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
