import { Button } from '@attune/shared-ui/components/Button';
import { Field } from '@attune/shared-ui/components/Field';
import { PasswordInput } from '@attune/shared-ui/components/PasswordInput';
import { TextInput } from '@attune/shared-ui/components/TextInput';
import { messages } from '../messages';
import styles from './sign-in-form.module.css';

/** Username and password; closed until administration opens. */
export function SignInForm() {
  return (
    <form aria-label={messages.title}>
      <fieldset disabled className={styles.fields}>
        <Field label={messages.username}>
          {(aria) => (
            <TextInput {...aria} name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <Field label={messages.password}>
          {(aria) => <PasswordInput {...aria} name="password" autoComplete="current-password" />}
        </Field>
        <Button type="submit" variant="primary" fullWidth>
          {messages.submit}
        </Button>
      </fieldset>
    </form>
  );
}
