import { Button } from '@attune/shared-ui/components/Button';
import { Field } from '@attune/shared-ui/components/Field';
import { TextInput } from '@attune/shared-ui/components/TextInput';
import { messages } from '../messages';
import styles from './form.module.css';

/** Making an account; closed until the portal opens. */
export function RegisterForm() {
  const { name, email, phone, birthDate, submit } = messages.register;
  return (
    <form aria-label={messages.tabs.register}>
      <fieldset disabled className={styles.fields}>
        <Field label={name}>
          {(aria) => <TextInput {...aria} name="name" autoComplete="name" dir="auto" required />}
        </Field>
        <Field label={email}>
          {(aria) => <TextInput {...aria} type="email" name="email" autoComplete="email" required />}
        </Field>
        <Field label={phone} optional>
          {(aria) => <TextInput {...aria} type="tel" name="phone" autoComplete="tel" />}
        </Field>
        <Field label={birthDate} optional>
          {(aria) => <TextInput {...aria} type="date" name="date_of_birth" autoComplete="bday" />}
        </Field>
        <Button type="submit" variant="primary" fullWidth>
          {submit}
        </Button>
      </fieldset>
    </form>
  );
}
