import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** What the button does, for people who don't see the icon; also its tooltip. */
  label: string;
  variant?: 'quiet' | 'secondary' | 'danger';
  size?: 'sm' | 'md';
}

/** A square button that shows only an icon. */
export function IconButton({ icon, label, variant = 'quiet', size = 'md', className, ...native }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...native}
      aria-label={label}
      className={clsx(styles.button, styles[variant], styles[size], className)}
    >
      <Icon name={icon} size={size === 'sm' ? 16 : 20} />
    </button>
  );
}
