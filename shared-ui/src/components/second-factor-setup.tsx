import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { Field } from './field';
import { OneTimeCodeInput } from './one-time-code-input';
import styles from './second-factor.module.css';

export interface SecondFactorSetupProps {
  /** The drawing of the QR code, as the server made it. Shown as a picture, never as markup of the page. */
  qrSvg: string;
  /** The same secret in letters, for people who cannot scan. */
  secret: string;
  /** The six digits that the app now shows. */
  onConfirm: (code: string) => void;
  submitting?: boolean;
  /** Why the last code was refused. */
  error?: string;
  submitLabel?: string;
  onCancel?: () => void;
}

const DIGITS = 6;

/** Sets up an authenticator app: scan, then type what it shows. Recovery codes come afterwards (RecoveryCodes). */
export function SecondFactorSetup(props: SecondFactorSetupProps) {
  const { qrSvg, secret, onConfirm, submitting = false, error, submitLabel = 'Turn on', onCancel } = props;
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!error || submitting) return;
    input.current?.focus();
    input.current?.select();
  }, [error, submitting]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const missing = code.length < DIGITS;
    setProblem(missing ? 'Please enter all six digits.' : '');
    if (missing) input.current?.focus();
    else if (!submitting) onConfirm(code);
  };
  const change = (next: string) => {
    setProblem('');
    setCode(next);
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ol className={styles.steps}>
        <li className={styles.step}>
          <p className={styles.lead}>Scan this code with an authenticator app.</p>
          <img className={styles.picture} src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrSvg)}`} alt="QR code for your authenticator app" />
          <div className={styles.secret}>
            <span className={styles.soft}>Or type this key into the app:</span>
            <code className={styles.letters}>{inFours(secret)}</code>
            <CopyButton size="sm" text={secret} label="Copy key" />
          </div>
        </li>
        <li className={styles.step}>
          <p className={styles.lead}>Enter the six digits that the app shows.</p>
          <Field label="Code from your authenticator app" error={problem || error}>
            {(aria) => <OneTimeCodeInput {...aria} ref={input} length={DIGITS} value={code} onChange={change} />}
          </Field>
        </li>
      </ol>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={submitting}>
          {submitLabel}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
