import { Badge } from '@attune/shared-ui/components/badge';
import { PageHeader } from '@attune/shared-ui/components/page-header';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate, instantInZone, localZone, zoneLabel } from '@attune/shared-ui/format';
import { telephoneLink } from '@attune/shared-ui/places/telephone-link';
import { Link } from '@attune/shared-ui/runtime';
import type { ClientRecord } from '../client-record.api';
import { clientMessages as messages } from '../messages';
import { sessionsInWords } from '../session-words';
import styles from './client-head.module.css';

/** Who it is, how to reach them, and their sessions in numbers. */
export function ClientHead({ client }: { client: ClientRecord }) {
  const { name, email, phone, timezone, since, sessions, next_starts_at, discharged_on } = client;
  const dayOf = (instant: string) => formatDate(instantInZone(instant, localZone()).date, 'short');
  return (
    <header className={styles.head}>
      <PageHeader title={<UserText>{name === '' ? messages.nobody : name}</UserText>} back={<Link to="/dashboard?tab=bookings">{messages.back}</Link>} />
      <div className={styles.line}>
        {discharged_on !== null && <Badge tone="info">discharged {formatDate(discharged_on, 'short')}</Badge>}
        {email !== null && (
          <a className={styles.link} href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
            {email}
          </a>
        )}
        {phone !== null && (
          <a className={styles.link} href={telephoneLink(phone)}>
            <bdi>{phone}</bdi>
          </a>
        )}
        {timezone !== null && <span>{zoneLabel(timezone)} time</span>}
      </div>
      <TypedByVisitors client={client} />
      <p className={styles.soft}>
        {sessionsInWords(sessions)}
        {since !== null && ` · since ${dayOf(since)}`}
        {next_starts_at !== null && ` · next on ${dayOf(next_starts_at)}`}
      </p>
    </header>
  );
}

/** What of it nobody but a visitor said, and what other visitors said instead: any of it may be a stranger's. */
function TypedByVisitors({ client: { known_by_visitor, phone_by_visitor, other_contacts } }: { client: ClientRecord }) {
  const typed = messages.byVisitor(known_by_visitor, phone_by_visitor);
  return (
    <>
      {typed !== null && <p className={styles.soft}>{typed}</p>}
      {other_contacts.length > 0 && (
        <p className={styles.soft}>
          {messages.otherContacts} <UserText>{other_contacts.map(({ name, phone }) => [name, phone].filter(Boolean).join(', ')).join('; ')}</UserText>
        </p>
      )}
    </>
  );
}
