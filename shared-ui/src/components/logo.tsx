import clsx from 'clsx';
import styles from './logo.module.css';

export interface LogoProps {
  size?: 'md' | 'lg';
}

/** The product's name as it is written everywhere. */
export function Logo({ size = 'md' }: LogoProps) {
  return <span className={clsx(styles.logo, size === 'lg' && styles.lg)}>Attune</span>;
}
