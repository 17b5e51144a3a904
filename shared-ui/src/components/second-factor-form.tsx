import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Button, type ButtonVariant } from './button';
import { Field } from './field';
import { OneTimeCodeInput } from './one-time-code-input';
import styles from './second-factor.module.css';
import { TextInput } from './text-input';

export interface SecondFactorFormProps {
  /** Six digits of the app, or a recovery code. Never empty. */
  onVerify: (code: string) => void;
  submitting?: boolean;
  /** Why the last code was refused. */
  error?: string;
  submitLabel?: string;
  submitVariant?: ButtonVariant;
  onCancel?: () => void;
  cancelLabel?: string;
  /** The field takes the focus when the form appears. */
  takesFocus?: boolean;
}

const DIGITS = 6;

/** Asks for the second factor: the app's code, or one of the recovery codes instead. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { onVerify, submitting = false, error, submitLabel = 'Verify', submitVariant = 'primary' } = props;
  const { onCancel, cancelLabel = 'Cancel', takesFocus = false } = props;
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (takesFocus || recovery) input.current?.focus();
  }, [takesFocus, recovery]);
  useEffect(() => {
    if (!error || submitting) return;
    input.current?.focus();
    input.current?.select();
  }, [error, submitting]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const given = code.trim();
    const missing = recovery ? given === '' : given.length < DIGITS;
    setProblem(missing ? (recovery ? 'Please enter a recovery code.' : 'Please enter all six digits.') : '');
    if (missing) input.current?.focus();
    else if (!submitting) onVerify(given);
  };
  const change = (next: string) => {
    setProblem('');
    setCode(next);
  };
  const swap = () => {
    change('');
    setRecovery((now) => !now);
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        label={recovery ? 'Recovery code' : 'Code from your authenticator app'}
        hint={recovery ? 'One of the codes that you kept when you set this up. Each works once.' : undefined}
        error={problem || error}
      >
        {(aria) =>
          recovery ? (
            <TextInput
              {...aria}
              ref={input}
              className={styles.recovery}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={code}
              onChange={(event) => change(event.target.value)}
            />
          ) : (
            <OneTimeCodeInput {...aria} ref={input} length={DIGITS} value={code} onChange={change} />
          )
        }
      </Field>
      <div className={styles.actions}>
        <Button type="submit" variant={submitVariant} loading={submitting}>
          {submitLabel}
        </Button>
        {onCancel && <Button onClick={onCancel}>{cancelLabel}</Button>}
      </div>
      <Button variant="quiet" size="sm" className={styles.swap} onClick={swap}>
        {recovery ? 'Use the app instead' : 'Use a recovery code'}
      </Button>
    </form>
  );
}
