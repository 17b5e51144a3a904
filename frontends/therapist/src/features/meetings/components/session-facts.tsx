import { Banner } from '@attune/shared-ui/components/banner';
import { formatElapsed, formatInstant } from '@attune/shared-ui/format';
import { isFinal, type SessionStatus } from '../recording.api';
import { recordingMessages as messages } from '../recording-messages';
import styles from './monitor.module.css';

const SHOWN_GAPS = 5;
const { facts } = messages;

interface SessionFactsProps {
  session: SessionStatus;
  /** This window records it, and hears nothing just now. */
  isStill?: boolean;
}

/** How much was recorded, how loud it is, and what is missing. */
export function SessionFacts({ session, isStill = false }: SessionFactsProps) {
  const { recorded_seconds, start_time, end_time, estimated_completion, level, gaps, is_partial, sound_kept_until, sound_is_destroyed } = session;
  const isOver = isFinal(session);
  const shown = gaps.slice(0, SHOWN_GAPS).map(({ after_seconds, seconds }) => messages.gap(Math.round(seconds), formatElapsed(after_seconds)));
  return (
    <>
      {is_partial && start_time !== null && (
        <Banner tone="attention" role="status">
          {messages.partial}
        </Banner>
      )}
      <dl className={styles.facts}>
        <dt>{facts.recorded}</dt>
        <dd>{formatElapsed(recorded_seconds)}</dd>
        {start_time !== null && (
          <>
            <dt>{facts.begun}</dt>
            <dd>{formatInstant(start_time)}</dd>
          </>
        )}
        {end_time !== null && (
          <>
            <dt>{facts.ended}</dt>
            <dd>{formatInstant(end_time)}</dd>
          </>
        )}
        {!isOver && end_time === null && session.route !== 'upload' && (
          <>
            <dt>{facts.planned}</dt>
            <dd>{formatInstant(estimated_completion)}</dd>
          </>
        )}
        {/* It keeps its place while nothing is heard: whoever looks for it finds that, and not how loud it was before. */}
        {session.phase === 'in_call' && start_time !== null && (
          <>
            <dt>{facts.level}</dt>
            <dd>{session.status === 'recording' && !isStill && level !== null ? messages.levelOf(Math.round(level * 100)) : messages.noLevel}</dd>
          </>
        )}
        {start_time !== null && (
          <>
            <dt>{facts.missing}</dt>
            <dd>{gaps.length === 0 ? messages.noGaps : [...shown, ...(gaps.length > SHOWN_GAPS ? [messages.moreGaps(gaps.length - SHOWN_GAPS)] : [])].join(', ')}</dd>
          </>
        )}
        {start_time !== null && (sound_kept_until !== null || sound_is_destroyed) && (
          <>
            <dt>{facts.kept}</dt>
            <dd>{sound_is_destroyed || sound_kept_until === null ? messages.soundGone : formatInstant(sound_kept_until)}</dd>
          </>
        )}
      </dl>
    </>
  );
}
