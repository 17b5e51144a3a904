import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import type { FormEvent } from 'react';
import { signInMessages as messages } from '../messages';
import { LOGIN_EMAIL_ID, useLogin } from '../use-login';
import styles from './form.module.css';

interface LoginFormProps {
  email: string;
  onEmail: (email: string) => void;
  onCode: (wait: number) => void;
  onRegister: () => void;
}

/** Signing in by email alone. */
export function LoginForm({ email, onEmail, onCode, onRegister }: LoginFormProps) {
  const { error, unknown, sending, submit, forgetError } = useLogin({ email, onCode });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form noValidate aria-label={messages.tabs.login} className={styles.fields} onSubmit={send}>
      <Field id={LOGIN_EMAIL_ID} label={messages.email} hint={messages.emailHint} error={error}>
        {(aria) => (
          <TextInput
            {...aria}
            type="email"
            name="email"
            autoComplete="email"
            dir="ltr"
            value={email}
            onChange={(event) => {
              onEmail(event.target.value);
              forgetError();
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" fullWidth loading={sending}>
        {messages.login}
      </Button>
      {unknown && (
        <Button fullWidth onClick={onRegister}>
          {messages.registerThis}
        </Button>
      )}
    </form>
  );
}
