import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import type { FormEvent } from 'react';
import { signInMessages as messages } from '../messages';
import { LOGIN_EMAIL_ID, useLogin } from '../use-login';
import type { RegistrationValues } from '../use-registration';
import styles from './form.module.css';

interface LoginFormProps {
  /** It holds the address, which is the same for both. */
  form: ServerForm<RegistrationValues>;
  onCode: (wait: number) => void;
  onRegister: () => void;
}

/** Signing in by email alone. */
export function LoginForm({ form, onCode, onRegister }: LoginFormProps) {
  const { value: email, onChange: changeEmail } = useField(form, 'email').control;
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
              changeEmail(event);
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
