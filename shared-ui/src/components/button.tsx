import clsx from 'clsx';
import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  fullWidth?: boolean;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Keeps the button focusable and in place, but ignores presses. */
  loading?: boolean;
  icon?: IconName;
  iconEnd?: IconName;
}

/** The class that makes a link look like a button. */
export function buttonClass({ variant = 'secondary', size = 'md', fullWidth = false }: ButtonLook = {}): string {
  return clsx(styles.button, styles[variant], styles[size], fullWidth && styles.fullWidth);
}

/** A button. While `loading` it says so to assistive technology and swallows presses, without losing focus. */
export function Button(props: ButtonProps) {
  const { variant, size, fullWidth, loading = false, icon, iconEnd, className, children, type = 'button', ...rest } = props;
  const { onClick, onKeyDown, 'aria-disabled': ariaDisabled, ...native } = rest;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  };
  // A key that is held presses once.
  const key = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    onKeyDown?.(event);
  };
  return (
    <button
      {...native}
      type={type}
      className={clsx(buttonClass({ variant, size, fullWidth }), className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || ariaDisabled}
      onClick={press}
      onKeyDown={key}
    >
      {loading ? <Spinner size={16} /> : icon && <Icon name={icon} size={size === 'sm' ? 16 : 18} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={size === 'sm' ? 16 : 18} />}
    </button>
  );
}
