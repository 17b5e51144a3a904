import clsx from 'clsx';
import type { AriaAttributes, ReactNode } from 'react';
import styles from './card.module.css';

export interface CardProps extends Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside';
  padding?: 'none' | 'sm' | 'md' | 'lg';
  /** Floats above the page. */
  raised?: boolean;
  className?: string;
  id?: string;
  children: ReactNode;
}

/** A raised sheet that holds one thing. */
export function Card({ as: Tag = 'div', padding = 'md', raised = false, className, children, ...native }: CardProps) {
  return (
    <Tag {...native} className={clsx(styles.card, styles[`${padding}Padding`], raised && styles.raised, className)}>
      {children}
    </Tag>
  );
}

export interface CardHeaderProps {
  title: ReactNode;
  level?: 2 | 3 | 4;
  action?: ReactNode;
  /** Id of the heading, for `aria-labelledby` on the card. */
  id?: string;
}

/** The ruled head of a card without padding of its own. */
export function CardHeader({ title, level = 2, action, id }: CardHeaderProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.header}>
      <Heading id={id} className={styles.title}>
        {title}
      </Heading>
      {action}
    </div>
  );
}

/** The padded rest of a card that has a CardHeader. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
