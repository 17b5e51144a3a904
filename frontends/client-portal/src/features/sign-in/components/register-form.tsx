import { Button } from '@attune/shared-ui/components/button';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { today } from '@attune/shared-ui/format';
import { FormField, FormNotes } from '@attune/shared-ui/forms';
import { signInMessages as messages } from '../messages';
import { REGISTRATION_IDS as IDS, type useRegistration } from '../use-registration';
import styles from './form.module.css';

interface RegisterFormProps {
  registration: ReturnType<typeof useRegistration>;
  onLogin: () => void;
}

/** Making an account: name and address, the rest if one likes. */
export function RegisterForm({ registration, onLogin }: RegisterFormProps) {
  const { form, taken, forgetTaken } = registration;
  return (
    <form {...form.props} aria-label={messages.tabs.register} className={styles.fields}>
      <FormField form={form} name="name" id={IDS.name} label={messages.name}>
        {(control) => <TextInput {...control} name="name" autoComplete="name" dir="auto" maxLength={120} required />}
      </FormField>
      <FormField form={form} name="email" id={IDS.email} label={messages.email}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            autoComplete="email"
            dir="ltr"
            required
            onChange={(event) => {
              control.onChange(event);
              forgetTaken();
            }}
          />
        )}
      </FormField>
      {taken && (
        <Button fullWidth onClick={onLogin}>
          {messages.loginInstead}
        </Button>
      )}
      <FormField form={form} name="phone" id={IDS.phone} label={messages.phone} optional>
        {(control) => <TextInput {...control} type="tel" name="phone" autoComplete="tel" dir="ltr" maxLength={40} />}
      </FormField>
      <FormField form={form} name="date_of_birth" id={IDS.date_of_birth} label={messages.birthDate} optional>
        {(control) => <TextInput {...control} type="date" name="date_of_birth" autoComplete="bday" max={today()} />}
      </FormField>
      <FormNotes form={form} />
      <Button type="submit" variant="primary" fullWidth loading={form.busy}>
        {messages.register}
      </Button>
    </form>
  );
}
