import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Icon, type IconName } from './icon';
import { IconButton } from './icon-button';

type BannerTone = 'info' | 'positive' | 'attention' | 'danger';

export interface BannerProps {
  tone?: BannerTone;
  title?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  dismissLabel?: string;
  /** Read out when it appears: `status` politely, `alert` at once. */
  role?: 'status' | 'alert';
}

const icons: Record<BannerTone, IconName> = { info: 'info', positive: 'check-circle', attention: 'alert', danger: 'alert' };

/** A message that stays where it is until it no longer holds or is put away. */
export function Banner({ tone = 'info', title, children, action, onDismiss, dismissLabel = 'Dismiss', role }: BannerProps) {
  return (
    <div className={clsx(styles.banner, styles[tone])} role={role}>
      <div className={styles.message}>
        <Icon name={icons[tone]} size={20} />
        <div className={styles.words}>
          {title && <p className={styles.title}>{title}</p>}
          <div>{children}</div>
        </div>
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {onDismiss && <IconButton icon="close" size="sm" label={dismissLabel} className={styles.dismiss} onClick={onDismiss} />}
    </div>
  );
}
