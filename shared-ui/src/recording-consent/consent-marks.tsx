import { formatInstant } from '@attune/shared-ui/format';
import type { components } from '../api/schema';
import styles from './consent-card.module.css';
import { consentMessages as messages } from './messages';

type Mark = components['schemas']['ConsentMarkDto'];

/** Each click of a consent: whose it is, who made it and where, when, and beside which text. Nothing while nobody clicked. */
export function ConsentMarks({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <ul className={styles.marks} aria-label={messages.marks}>
      {marks.map((mark) => (
        <li key={`${mark.answered_at} ${mark.party}`} className={styles.soft}>
          {sentenceOf(mark)}, <time dateTime={mark.answered_at}>{formatInstant(mark.answered_at)}</time>. {messages.version} {mark.text_version}
        </li>
      ))}
    </ul>
  );
}

function sentenceOf({ party, answer, recorded_by, way }: Mark): string {
  const isOnBehalf = party === 'client' && recorded_by === 'therapist';
  return `${messages.parties[party]} ${messages.answers[answer]}${isOnBehalf ? messages.onBehalf : ''}${way === null ? '' : `, ${messages.ways[way]}`}`;
}
