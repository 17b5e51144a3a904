import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import type { ReactNode } from 'react';
import styles from './records.module.css';

interface RecordCardProps {
  title: string;
  badges: ReactNode;
  /** When it was written and changed. */
  facts: ReactNode;
  words: { view: string; edit: string; remove: string };
  onView: () => void;
  onEdit: () => void;
  onRemove: () => void;
  children: ReactNode;
}

/** A record in a list: what it is, and what can be done with it. */
export function RecordCard({ title, badges, facts, words, onView, onEdit, onRemove, children }: RecordCardProps) {
  return (
    <Card as="li">
      <article className={styles.card}>
        <div className={styles.names}>
          <UserText as="h3" className={styles.name}>
            {title}
          </UserText>
          {badges}
        </div>
        {children}
        <div className={styles.foot}>
          <p className={styles.facts}>{facts}</p>
          <div className={styles.buttons}>
            <Button size="sm" icon="eye" aria-label={`${words.view} ${title}`} onClick={onView}>
              {words.view}
            </Button>
            <Button size="sm" icon="edit" aria-label={`${words.edit} ${title}`} onClick={onEdit}>
              {words.edit}
            </Button>
            <Button size="sm" variant="quiet" icon="trash" aria-label={`${words.remove} ${title}`} onClick={onRemove}>
              {words.remove}
            </Button>
          </div>
        </div>
      </article>
    </Card>
  );
}
