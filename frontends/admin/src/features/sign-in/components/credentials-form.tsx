import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { PasswordInput } from '@attune/shared-ui/components/password-input';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { Credentials } from '../sign-in.api';
import { messages } from '../messages';
import styles from './sign-in.module.css';

interface CredentialsFormProps {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  onSubmit: (credentials: Credentials) => void;
  /** Refused without asking the server. */
  onRefuse: (text: string) => void;
  submitting: boolean;
  error: string;
}

/** Username and password. Nothing is sent while one of them is empty. */
export function CredentialsForm({ credentials, onChange, onSubmit, onRefuse, submitting, error }: CredentialsFormProps) {
  const { username, password } = credentials;
  const [checked, setChecked] = useState(false);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const missing = { username: username.trim() === '', password: password.trim() === '' };

  // The fields were closed while the server was asked, so the focus was lost.
  const refused = error !== '' && !submitting;
  useEffect(() => {
    if (refused && !checked) passwordInput.current?.focus();
  }, [refused, checked]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const incomplete = missing.username || missing.password;
    setChecked(incomplete);
    if (!incomplete) return onSubmit({ username: username.trim(), password });
    onRefuse(messages.empty);
    (missing.username ? usernameInput : passwordInput).current?.focus();
  };

  return (
    <form aria-label={messages.title} noValidate onSubmit={submit}>
      <fieldset disabled={submitting} className={styles.fields}>
        {error !== '' && (
          <Banner tone="danger" role="alert">
            {error}
          </Banner>
        )}
        <Field label={messages.username} error={checked && missing.username ? messages.emptyUsername : undefined}>
          {(aria) => (
            <TextInput
              {...aria}
              ref={usernameInput}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={(event) => onChange({ username: event.target.value, password })}
            />
          )}
        </Field>
        <Field label={messages.password} error={checked && missing.password ? messages.emptyPassword : undefined}>
          {(aria) => (
            <PasswordInput
              {...aria}
              ref={passwordInput}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => onChange({ username, password: event.target.value })}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" fullWidth>
          {submitting ? messages.submitting : messages.submit}
        </Button>
      </fieldset>
    </form>
  );
}
