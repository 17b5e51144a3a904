import { Button } from '@attune/shared-ui/components/Button';
import { Field } from '@attune/shared-ui/components/Field';
import { TextInput } from '@attune/shared-ui/components/TextInput';
import { messages } from '../messages';
import styles from './form.module.css';

/** Signing in by email alone; closed until the portal opens. */
export function LoginForm() {
  return (
    <form aria-label={messages.tabs.login}>
      <fieldset disabled className={styles.fields}>
        <Field label={messages.login.email} hint={messages.login.emailHint}>
          {(aria) => <TextInput {...aria} type="email" name="email" autoComplete="email" />}
        </Field>
        <Button type="submit" variant="primary" fullWidth>
          {messages.login.submit}
        </Button>
      </fieldset>
    </form>
  );
}
