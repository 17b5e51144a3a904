import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon, type IconName } from './icon';

export type BadgeTone = 'positive' | 'info' | 'danger' | 'attention' | 'neutral' | 'accent';

export interface BadgeProps {
  tone?: BadgeTone;
  icon?: IconName;
  children: ReactNode;
}

/** A short word about a thing's state; the colour only underlines the word. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={clsx(styles.badge, styles[tone])}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
