import clsx from 'clsx';
import type { ComponentProps, CSSProperties } from 'react';
import controls from './control.module.css';
import styles from './one-time-code-input.module.css';

export interface OneTimeCodeInputProps
  extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'maxLength' | 'inputMode' | 'pattern'> {
  /** Digits only, at most `length` of them. */
  value: string;
  onChange: (code: string) => void;
  /** Called with the code when its last digit arrives, typed or pasted. Say in the field's hint what then happens. */
  onComplete?: (code: string) => void;
  length?: number;
}

/**
 * A code of digits from a mail or an authenticator app; put it into a Field. It is one input, so that pasting, phones' own
 * suggestions and screen readers work; spaces and dashes of a pasted code are left out.
 */
export function OneTimeCodeInput(props: OneTimeCodeInputProps) {
  const { value, onChange, onComplete, length = 6, className, style, ...native } = props;
  const change = (typed: string) => {
    const code = typed.replace(/\D/g, '').slice(0, length);
    if (code === value) return;
    onChange(code);
    if (code.length === length) onComplete?.(code);
  };
  return (
    <input
      autoComplete="one-time-code"
      {...native}
      type="text"
      inputMode="numeric"
      spellCheck={false}
      value={value}
      onChange={(event) => change(event.target.value)}
      className={clsx(controls.control, styles.code, className)}
      style={{ ...style, width: widthFor(length) }}
    />
  );
}

/** A digit is 0.6 em wide and has 0.28 em after it; 24 px are the control's own padding. */
function widthFor(length: number): CSSProperties['width'] {
  return `calc(${(length * 0.9 + 0.5).toFixed(2)}em + 24px)`;
}
