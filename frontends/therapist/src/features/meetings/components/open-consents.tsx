import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatInstant } from '@attune/shared-ui/format';
import { ConsentMarks } from '@attune/shared-ui/recording-consent';
import { useQuery } from '@attune/shared-ui/runtime';
import { useId } from 'react';
import { type MeetingConsent, openConsentsQuery } from '../meetings.api';
import { meetingMessages as messages } from '../messages';
import { DEFAULT_SETUP } from '../setup-values';
import type { AskedSetup } from '../use-setup';
import panel from './meeting-panel.module.css';
import styles from './monitor.module.css';

/** Consents that were asked for elsewhere: in another tab, or on the computer before the telephone records. Nothing stands here without one. */
export function OpenConsents({ onGoOn }: { onGoOn: (asked: AskedSetup) => void }) {
  const heading = useId();
  const { data = [] } = useQuery(openConsentsQuery());
  if (data.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={heading}>
      <h3 id={heading} className={panel.part}>
        {messages.openTitle}
      </h3>
      <p className={styles.soft}>{messages.openText}</p>
      <ul className={styles.sessions}>
        {data.map((consent) => {
          const name = consent.client_id === null ? messages.somebody : consent.client_name || messages.noName;
          const when = formatInstant(consent.created_at);
          return (
            <li key={consent.consent_id} className={styles.session}>
              <div className={styles.sessionWords}>
                <p className={styles.sessionWhen}>
                  <UserText>{name}</UserText> <Badge tone={consent.status === 'complete' ? 'positive' : 'neutral'}>{messages.openStatuses[consent.status]}</Badge>
                </p>
                <p className={styles.soft}>{messages.openSince(when)}</p>
                <ConsentMarks marks={consent.marks} />
              </div>
              <Button size="sm" aria-label={messages.goOnWith(name, when)} onClick={() => onGoOn({ consentId: consent.consent_id, values: setupOf(consent) })}>
                {messages.goOn}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
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
