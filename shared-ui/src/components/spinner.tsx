import styles from './spinner.module.css';

export interface SpinnerProps {
  size?: number;
  /** Read out; without it the spinner is decoration beside words that say the same. */
  label?: string;
}

/** A turning ring. */
export function Spinner({ size = 20, label }: SpinnerProps) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle cx="12" cy="12" r="9" opacity={0.25} />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
