import { Badge } from '@attune/shared-ui/components/badge';
import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatInstant } from '@attune/shared-ui/format';
import { ConsentMarks } from '@attune/shared-ui/recording-consent';
import { useQuery } from '@attune/shared-ui/runtime';
import clsx from 'clsx';
import { useId, useState } from 'react';
import { type MeetingConsent, openConsentsQuery } from '../meetings.api';
import { meetingMessages as messages } from '../messages';
import { DEFAULT_SETUP } from '../setup-values';
import type { AskedSetup } from '../use-setup';
import panel from './meeting-panel.module.css';
import styles from './monitor.module.css';

/** So many stand above the form that asks for another one; more of them are a press away. */
const SHOWN = 3;
/** What a session can begin with at once comes first. */
const ORDER: readonly MeetingConsent['status'][] = ['complete', 'waiting', 'declined'];

/** Consents that were asked for elsewhere: in another tab, or on the computer before the telephone records. Nothing stands here without one. */
export function OpenConsents({ onGoOn }: { onGoOn: (asked: AskedSetup) => void }) {
  const heading = useId();
  const [isWhole, setWhole] = useState(false);
  const { data = [], isLoadingError, isFetching, refetch } = useQuery(openConsentsQuery());
  if (isLoadingError) return <NotLoaded isLoading={isFetching} onRetry={() => void refetch()} />;
  if (data.length === 0) return null;
  const consents = [...data].sort((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  return (
    <Card as="section" padding="lg" aria-labelledby={heading}>
      <h3 id={heading} className={panel.part}>
        {messages.openTitle}
      </h3>
      <p className={clsx(styles.soft, styles.intro)}>{messages.openText}</p>
      <ul className={styles.sessions}>
        {consents.slice(0, isWhole ? undefined : SHOWN).map((consent) => (
          <Asked key={consent.consent_id} consent={consent} onGoOn={onGoOn} />
        ))}
      </ul>
      {consents.length > SHOWN && (
        <Button size="sm" variant="quiet" className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? messages.openFewer : messages.openAll(consents.length)}
        </Button>
      )}
    </Card>
  );
}

/** Whoever does not see them might ask the same client twice. */
function NotLoaded({ isLoading, onRetry }: { isLoading: boolean; onRetry: () => void }) {
  return (
    <Banner
      tone="attention"
      role="status"
      action={
        <Button size="sm" loading={isLoading} onClick={onRetry}>
          {messages.openRetry}
        </Button>
      }
    >
      {messages.openFailed}
    </Banner>
  );
}

function Asked({ consent, onGoOn }: { consent: MeetingConsent; onGoOn: (asked: AskedSetup) => void }) {
  const name = consent.client_id === null ? messages.somebody : consent.client_name || messages.noName;
  const when = formatInstant(consent.created_at);
  return (
    <li className={styles.session}>
      <div className={styles.sessionWords}>
        <p className={styles.sessionWhen}>
          <UserText>{name}</UserText> <Badge tone={consent.status === 'complete' ? 'positive' : 'neutral'}>{messages.openStatuses[consent.status]}</Badge>
        </p>
        <p className={styles.soft}>{messages.openSince(when, formatInstant(consent.expires_at))}</p>
        <ConsentMarks marks={consent.marks} />
      </div>
      <Button size="sm" aria-label={messages.goOnWith(name, when)} onClick={() => onGoOn({ consentId: consent.consent_id, values: setupOf(consent) })}>
        {messages.goOn}
      </Button>
    </li>
  );
}

/** What was chosen with it where it is not known here: as a new setup begins. */
function setupOf({ client_id, client_name, meeting_url }: MeetingConsent): AskedSetup['values'] {
  const isZoom = meeting_url !== null && URL.canParse(meeting_url) && new URL(meeting_url).hostname.endsWith('zoom.us');
  return {
    ...DEFAULT_SETUP,
    route: meeting_url === null ? 'device' : 'bot',
    meeting_platform: isZoom ? 'zoom' : 'google_meet',
    meeting_url: meeting_url ?? '',
    client_id: client_id ?? '',
    client_name: client_name ?? '',
  };
}
