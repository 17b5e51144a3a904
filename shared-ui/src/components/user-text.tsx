import clsx from 'clsx';
import styles from './user-text.module.css';

export interface UserTextProps {
  as?: 'span' | 'p' | 'div' | 'strong' | 'bdi' | 'blockquote' | 'h1' | 'h2' | 'h3' | 'h4';
  children: string;
  className?: string;
  id?: string;
  /** Keeps the line breaks that were typed. */
  preserveLines?: boolean;
  /** Cuts after so many lines. */
  clamp?: 1 | 2 | 3;
}

/** What a person typed: it may run right to left, so its direction is its own. */
export function UserText({ as: Tag = 'bdi', children, className, id, preserveLines = false, clamp }: UserTextProps) {
  const look = clsx(styles.text, preserveLines && styles.lines, clamp && styles.clamp, clamp && styles[`clamp${clamp}`], className);
  return (
    <Tag dir="auto" id={id} className={look}>
      {children}
    </Tag>
  );
}
