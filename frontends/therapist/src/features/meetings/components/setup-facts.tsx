import { UserText } from '@attune/shared-ui/components/user-text';
import { ClientAddress } from '../../../records/client-address';
import { meetingMessages as messages } from '../messages';
import type { SetupValues } from '../setup-values';
import styles from './meeting-setup.module.css';

/** What was chosen in step 1. */
export function SetupFacts({ values }: { values: SetupValues }) {
  const made = [values.route !== 'upload' && values.enable_real_time_notes && messages.realTime, values.enable_post_meeting_analysis && messages.post].filter((each) => each !== false);
  return (
    <dl className={styles.facts}>
      <dt>{messages.facts.route}</dt>
      <dd>{messages.routes[values.route]}</dd>
      {values.route === 'bot' && (
        <>
          <dt>{messages.facts.meeting}</dt>
          <dd>
            {messages.platforms[values.meeting_platform]}: {values.meeting_url.trim()}
          </dd>
        </>
      )}
      <dt>{messages.facts.client}</dt>
      <dd>
        {values.client_id === '' ? (
          messages.nobody
        ) : (
          <>
            <UserText>{values.client_name || messages.noName}</UserText> <ClientAddress id={values.client_id} name={values.client_name} />
          </>
        )}
      </dd>
      {values.route !== 'upload' && (
        <>
          <dt>{messages.facts.duration}</dt>
          <dd>{messages.minutes(values.session_duration_minutes.trim())}</dd>
        </>
      )}
      <dt>{messages.facts.options}</dt>
      <dd>{made.length === 0 ? messages.nothingMade : made.join(', ')}</dd>
      {values.route !== 'upload' && (
        <>
          <dt>{messages.facts.quality}</dt>
          <dd>{messages.qualities[values.audio_quality]}</dd>
        </>
      )}
    </dl>
  );
}
