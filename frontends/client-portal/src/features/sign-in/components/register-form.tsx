import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { today } from '@attune/shared-ui/format';
import type { FormEvent } from 'react';
import { signInMessages as messages } from '../messages';
import { REGISTRATION_IDS as IDS, type RegistrationDraft } from '../registration-draft';
import { useRegistration } from '../use-registration';
import styles from './form.module.css';

interface RegisterFormProps {
  draft: RegistrationDraft;
  onChange: (part: Partial<RegistrationDraft>) => void;
  onRegistered: () => void;
  onLogin: () => void;
}

/** Making an account: name and address, the rest if one likes. */
export function RegisterForm({ draft, onChange, onRegistered, onLogin }: RegisterFormProps) {
  const { errors, failure, taken, sending, submit, forget } = useRegistration(draft, onRegistered);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const bind = (field: keyof RegistrationDraft) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => {
      onChange({ [field]: event.target.value });
      forget(field);
    },
  });
  return (
    <form noValidate aria-label={messages.tabs.register} className={styles.fields} onSubmit={send}>
      <Field id={IDS.name} label={messages.name} error={errors.name}>
        {(aria) => <TextInput {...aria} {...bind('name')} name="name" autoComplete="name" dir="auto" maxLength={120} required />}
      </Field>
      <Field id={IDS.email} label={messages.email} error={errors.email}>
        {(aria) => <TextInput {...aria} {...bind('email')} type="email" name="email" autoComplete="email" dir="ltr" required />}
      </Field>
      {taken && (
        <Button fullWidth onClick={onLogin}>
          {messages.loginInstead}
        </Button>
      )}
      <Field id={IDS.phone} label={messages.phone} optional error={errors.phone}>
        {(aria) => <TextInput {...aria} {...bind('phone')} type="tel" name="phone" autoComplete="tel" dir="ltr" maxLength={40} />}
      </Field>
      <Field id={IDS.birthDate} label={messages.birthDate} optional error={errors.birthDate}>
        {(aria) => <TextInput {...aria} {...bind('birthDate')} type="date" name="date_of_birth" autoComplete="bday" max={today()} />}
      </Field>
      {failure !== null && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <Button type="submit" variant="primary" fullWidth loading={sending}>
        {messages.register}
      </Button>
    </form>
  );
}
