import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './stack.module.css';

export interface StackProps {
  /** Times 4 px. */
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12;
  direction?: 'row' | 'column';
  align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  justify?: 'start' | 'center' | 'end' | 'between';
  wrap?: boolean;
  as?: 'div' | 'section' | 'ul' | 'ol' | 'form' | 'header' | 'footer' | 'nav';
  className?: string;
  children: ReactNode;
}

/** Children below or beside one another with even space between them. */
export function Stack(props: StackProps) {
  const { gap = 4, direction = 'column', align, justify, wrap = false, as: Tag = 'div', className, children } = props;
  const look = clsx(
    styles.stack,
    styles[direction],
    styles[`gap${gap}`],
    align && styles[`align-${align}`],
    justify && styles[`justify-${justify}`],
    wrap && styles.wrap,
    className,
  );
  return (
    <Tag className={look} role={Tag === 'ul' || Tag === 'ol' ? 'list' : undefined}>
      {children}
    </Tag>
  );
}
