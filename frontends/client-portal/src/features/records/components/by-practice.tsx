import { Icon } from '@attune/shared-ui/components/icon';
import { UserText } from '@attune/shared-ui/components/user-text';
import { type ReactNode, useId, useRef } from 'react';
import { ConfirmPractice } from '../../../practices/confirm-practice';
import { NotYours } from '../../../practices/not-yours';
import { recordMessages as messages } from '../messages';
import styles from './by-practice.module.css';

interface FromPractice {
  therapist_id: string;
  therapist_name: string;
  practice_confirmed: boolean;
}

interface ByPracticeProps<Item> {
  items: readonly Item[];
  /** Also of none. */
  children: (items: readonly Item[]) => ReactNode;
  /** What comes after those of practices that the client belongs to. */
  after?: ReactNode;
}

/**
 * What practices wrote that the client belongs to by their own deed; what others wrote stands below, closed. Anybody can call themselves a
 * therapist and book for a foreign address.
 */
export function ByPractice<Item extends FromPractice>({ items, children, after }: ByPracticeProps<Item>) {
  const others = new Map<string, Item[]>();
  for (const item of items) if (!item.practice_confirmed) others.set(item.therapist_id, [...(others.get(item.therapist_id) ?? []), item]);
  const groups = useRef<HTMLDivElement>(null);
  return (
    <div ref={groups} tabIndex={-1} className={styles.groups}>
      {children(items.filter((item) => item.practice_confirmed))}
      {after}
      {[...others].map(([id, written]) => (
        <Unconfirmed key={id} therapistId={id} name={written[0]?.therapist_name ?? ''} count={written.length} onConfirmed={() => groups.current?.focus()}>
          {children(written)}
        </Unconfirmed>
      ))}
    </div>
  );
}

interface UnconfirmedProps {
  therapistId: string;
  name: string;
  count: number;
  /** Once it stands with the rest, and this is gone. */
  onConfirmed: () => void;
  children: ReactNode;
}

function Unconfirmed({ therapistId, name, count, onConfirmed, children }: UnconfirmedProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles.stranger}>
      <div className={styles.head}>
        <span className={styles.sign}>
          <Icon name="eye-off" size={20} />
        </span>
        <div className={styles.words}>
          <h2 id={titleId} className={styles.title}>
            {messages.unconfirmedTitle} <UserText>{name}</UserText>
          </h2>
          <NotYours therapistId={therapistId} />
          <p>{messages.unconfirmedText}</p>
          <p>{messages.unconfirmedAdvice}</p>
          <ConfirmPractice therapistId={therapistId} name={name} onConfirmed={onConfirmed} />
        </div>
      </div>
      <details className={styles.details}>
        <summary>{messages.showUnconfirmed(count)}</summary>
        {children}
      </details>
    </section>
  );
}
