import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { today } from '@attune/shared-ui/format';
import type { FormEvent } from 'react';
import type { Account } from '../../../wire';
import { detailsMessages as messages } from '../messages';
import { DETAILS_IDS as IDS, useDetails } from '../use-details';
import styles from './details-form.module.css';

/** Name, phone and date of birth. */
export function DetailsForm({ account }: { account: Account }) {
  const { draft, errors, saving, save, type } = useDetails(account);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const bind = (field: keyof typeof IDS) => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => type(field, event.target.value),
  });
  return (
    <Card>
      <form noValidate aria-label={messages.title} className={styles.fields} onSubmit={send}>
        <Field id={IDS.name} label={messages.name} error={errors.name}>
          {(aria) => <TextInput {...aria} {...bind('name')} name="name" autoComplete="name" dir="auto" maxLength={120} required />}
        </Field>
        <Field id={IDS.phone} label={messages.phone} optional error={errors.phone}>
          {(aria) => <TextInput {...aria} {...bind('phone')} type="tel" name="phone" autoComplete="tel" dir="ltr" maxLength={40} />}
        </Field>
        <Field id={IDS.date_of_birth} label={messages.birthDate} optional error={errors.date_of_birth}>
          {(aria) => <TextInput {...aria} {...bind('date_of_birth')} type="date" name="date_of_birth" autoComplete="bday" max={today()} />}
        </Field>
        <Button type="submit" variant="primary" className={styles.save} loading={saving}>
          {messages.save}
        </Button>
      </form>
    </Card>
  );
}
