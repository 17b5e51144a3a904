import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import type { ChangeEvent } from 'react';
import type { BookingDraft } from '../booking-draft';
import type { BookingErrors } from '../booking-rules';
import { fieldId } from '../field-ids';
import { bookingMessages as messages } from '../messages';
import styles from './details-fields.module.css';

interface DetailsFieldsProps {
  draft: BookingDraft;
  errors: BookingErrors;
  onChange: (part: Partial<BookingDraft>) => void;
}

type TypedField = 'client_name' | 'client_email' | 'client_phone' | 'notes' | 'website';

/** Who is coming. */
export function DetailsFields({ draft, errors, onChange }: DetailsFieldsProps) {
  const typed = (field: TypedField) => ({
    value: draft[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange({ [field]: event.target.value }),
  });
  return (
    <div className={styles.fields} role="group" aria-label={messages.yourDetails}>
      <Field id={fieldId('client_name')} label={messages.fullName} error={errors.client_name}>
        {(aria) => <TextInput {...aria} {...typed('client_name')} dir="auto" autoComplete="name" maxLength={120} required />}
      </Field>
      <Field id={fieldId('client_email')} label={messages.email} error={errors.client_email}>
        {(aria) => <TextInput {...aria} {...typed('client_email')} type="email" autoComplete="email" maxLength={254} required />}
      </Field>
      <Field id={fieldId('client_phone')} label={messages.phone} error={errors.client_phone} optional>
        {(aria) => <TextInput {...aria} {...typed('client_phone')} type="tel" autoComplete="tel" maxLength={40} />}
      </Field>
      <Field id={fieldId('notes')} label={messages.notes} hint={messages.notesHint} error={errors.notes} optional>
        {(aria) => <TextArea {...aria} {...typed('notes')} dir="auto" rows={3} autoGrow />}
      </Field>
      <div className={styles.trap} aria-hidden="true">
        <label>
          {messages.website}
          <input {...typed('website')} name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </div>
  );
}
