import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate, instantInZone, localZone } from '@attune/shared-ui/format';
import { ConfirmPractice } from '../../../practices/confirm-practice';
import { UnknownPractices } from '../../../practices/not-yours';
import type { LeftPractice } from '../../../wire';
import { emailMessages as messages } from '../messages';
import styles from './email-card.module.css';

interface PracticeChoiceProps {
  title: string;
  text: string;
  practices: readonly LeftPractice[];
  /** Moves focus from the row that is gone. */
  onConfirmed: () => void;
}

/** Practices of which the client alone knows whether they go there: each can be said to be theirs. */
export function PracticeChoice({ title, text, practices, onConfirmed }: PracticeChoiceProps) {
  if (practices.length === 0) return null;
  return (
    <UnknownPractices value={practices.filter(({ unknown }) => unknown)}>
      <div role="group" aria-label={title} className={styles.stack}>
        <h3>{title}</h3>
        <p>{text}</p>
        <ul className={styles.practices}>
          {practices.map(({ therapist_id: id, therapist_name: name, practice_since: since, email, left }) => (
            <li key={`${id} ${email}`} className={styles.practice}>
              <div>
                <strong>
                  <UserText>{name}</UserText>
                </strong>
                <p className={styles.address}>{messages.since(formatDate(instantInZone(since, localZone()).date, 'short')) + (left ? `, ${email}` : '')}</p>
              </div>
              <ConfirmPractice therapistId={id} name={name} oneOfMany onConfirmed={onConfirmed} />
            </li>
          ))}
        </ul>
      </div>
    </UnknownPractices>
  );
}
