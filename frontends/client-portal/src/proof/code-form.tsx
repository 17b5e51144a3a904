import { Button } from '@attune/shared-ui/components/button';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { useField } from '@attune/shared-ui/forms';
import { useEffect, type FormEvent } from 'react';
import styles from './code-form.module.css';
import { proofMessages as messages } from './messages';
import { digitsOf, useCodeForm, type CodeFormDeeds } from './use-code-form';

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
  const { form, notice, spent, resending, left, input, submit, resend } = useCodeForm(deeds);
  const { control: code, error } = useField(form, 'code');
  const { control: trust } = useField(form, 'trust');
  useEffect(() => input.current?.focus(), [input]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    void (spent === null ? submit() : resend());
  };
  const again = left === undefined ? messages.sendNew : messages.sendNewIn(left);

  return (
    <form {...form.props} aria-label={label} className={styles.form} onSubmit={send}>
      <p>
        {messages.sentTo} <strong className={styles.address}>{email}</strong>. {messages.lifetime}
      </p>
      <Field label={messages.label} error={spent ?? error}>
        {(aria) => (
          <TextInput
            {...aria}
            {...code}
            ref={input}
            className={styles.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            onChange={(event) => code.onChange(digitsOf(event.target.value))}
          />
        )}
      </Field>
      {signsIn && spent === null && (
        <Checkbox label={messages.trust} description={messages.trustHint} checked={trust.value} onChange={trust.onChange} />
      )}
      <p role="status" className={styles.notice}>
        {notice}
      </p>
      {spent !== null ? (
        <Button type="submit" variant="primary" fullWidth loading={resending} disabled={left !== undefined}>
          {again}
        </Button>
      ) : (
        <Button type="submit" variant="primary" fullWidth loading={form.busy}>
          {submitLabel}
        </Button>
      )}
      {signsIn && spent === null && <p className={styles.soft}>{messages.elsewhere}</p>}
      <div className={styles.ways}>
        {spent === null && (
          <Button variant="quiet" size="sm" loading={resending} disabled={left !== undefined} onClick={() => void resend()}>
            {again}
          </Button>
        )}
        {leave && (
          <Button variant="quiet" size="sm" onClick={leave.onPress}>
            {leave.label}
          </Button>
        )}
      </div>
      <p className={styles.soft}>{signsIn ? `${messages.notThere} ${messages.linkInstead}` : messages.notThere}</p>
    </form>
  );
}
