import { Button } from '@attune/shared-ui/components/button';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useEffect, type FormEvent } from 'react';
import styles from './code-form.module.css';
import { proofMessages as messages } from './messages';
import { useCodeForm, type CodeFormDeeds } from './use-code-form';

interface CodeFormProps extends CodeFormDeeds {
  /** Where the code went. */
  email: string;
  label: string;
  submitLabel: string;
  /** Accepting the code signs in: the browser may be trusted, and others are signed out. */
  signsIn: boolean;
  /** Another way on than a code for this address. */
  leave?: { label: string; onPress: () => void };
}

/** Takes the six digits from the email; a new code can be had once the wait is over. */
export function CodeForm({ email, label, submitLabel, signsIn, leave, ...deeds }: CodeFormProps) {
  const form = useCodeForm(deeds);
  const { code, type, trust, setTrust, error, notice, spent, busy, left, input, submit, resend } = form;
  useEffect(() => input.current?.focus(), [input]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    void (spent ? resend() : submit());
  };
  const again = left === undefined ? messages.sendNew : messages.sendNewIn(left);

  return (
    <form noValidate aria-label={label} className={styles.form} onSubmit={send}>
      <p>
        {messages.sentTo} <strong className={styles.address}>{email}</strong>. {messages.lifetime}
      </p>
      <Field label={messages.label} error={error}>
        {(aria) => (
          <TextInput
            {...aria}
            ref={input}
            className={styles.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            value={code}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      {signsIn && !spent && (
        <Checkbox label={messages.trust} description={messages.trustHint} checked={trust} onChange={(event) => setTrust(event.target.checked)} />
      )}
      <p role="status" className={styles.notice}>
        {notice}
      </p>
      {spent ? (
        <Button type="submit" variant="primary" fullWidth loading={busy === 'sending'} disabled={left !== undefined}>
          {again}
        </Button>
      ) : (
        <Button type="submit" variant="primary" fullWidth loading={busy === 'checking'}>
          {submitLabel}
        </Button>
      )}
      {signsIn && !spent && <p className={styles.soft}>{messages.elsewhere}</p>}
      <div className={styles.ways}>
        {!spent && (
          <Button variant="quiet" size="sm" loading={busy === 'sending'} disabled={left !== undefined} onClick={() => void resend()}>
            {again}
          </Button>
        )}
        {leave && (
          <Button variant="quiet" size="sm" onClick={leave.onPress}>
            {leave.label}
          </Button>
        )}
      </div>
      <p className={styles.soft}>{messages.notThere}</p>
    </form>
  );
}
