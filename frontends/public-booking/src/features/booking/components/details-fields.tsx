import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import type { ChangeEvent } from 'react';
import type { PublicService } from '../../../wire';
import { NO_DETAILS, type BookingDraft } from '../booking-draft';
import { LONGEST_NOTES, needsPhone, type BookingErrors } from '../booking-rules';
import { fieldId, focusField } from '../field-ids';
import { bookingMessages as messages } from '../messages';
import styles from './details-fields.module.css';

interface DetailsFieldsProps {
  service: PublicService | null;
  /** Of the practice, where it is shown. */
  address: string | null;
  draft: BookingDraft;
  /** What stands in the fields was typed before, perhaps by somebody else. */
  isRecalled: boolean;
  errors: BookingErrors;
  onChange: (part: Partial<BookingDraft>) => void;
}

/** Earlier it would only be a worry. */
const LENGTH_SHOWN_FROM = LONGEST_NOTES * 0.8;

type TypedField = 'client_name' | 'client_email' | 'client_phone' | 'notes' | 'website';

/** Who is coming, and where to. */
export function DetailsFields({ service, address, draft, isRecalled, errors, onChange }: DetailsFieldsProps) {
  const called = needsPhone(draft, service);
  const { length } = draft.notes.trim();
  const typed = (field: TypedField) => ({
    value: draft[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange({ [field]: event.target.value }),
  });
  return (
    <div className={styles.fields} role="group" aria-label={messages.yourDetails}>
      {isRecalled && <StartAnew onChange={onChange} />}
      {service?.session_type === 'both' && (
        <PlaceChoice service={service} address={service.address ?? address} draft={draft} error={errors.session_place} onChange={onChange} />
      )}
      <Field id={fieldId('client_name')} label={messages.fullName} error={errors.client_name}>
        {(aria) => <TextInput {...aria} {...typed('client_name')} dir="auto" autoComplete="name" maxLength={120} required />}
      </Field>
      <div className={styles.ways}>
        <Field id={fieldId('client_email')} label={messages.email} error={errors.client_email}>
          {(aria) => <TextInput {...aria} {...typed('client_email')} type="email" autoComplete="email" maxLength={254} required />}
        </Field>
        <Field id={fieldId('client_phone')} label={messages.phone} hint={called ? messages.phoneHint : undefined} error={errors.client_phone} optional={!called}>
          {(aria) => <TextInput {...aria} {...typed('client_phone')} type="tel" autoComplete="tel" maxLength={40} required={called} />}
        </Field>
      </div>
      <div>
        <Field id={fieldId('notes')} label={messages.notes} hint={messages.notesHint} error={errors.notes} optional>
          {(aria) => <TextArea {...aria} {...typed('notes')} dir="auto" rows={3} autoGrow />}
        </Field>
        <p role="status" className={length > LONGEST_NOTES ? `${styles.length} ${styles.tooLong}` : styles.length}>
          {length > LENGTH_SHOWN_FROM && messages.notesLength(length)}
        </p>
      </div>
      <div className={styles.trap} aria-hidden="true">
        <label>
          {messages.website}
          <input {...typed('website')} name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </div>
  );
}

function StartAnew({ onChange }: Pick<DetailsFieldsProps, 'onChange'>) {
  const start = () => {
    onChange(NO_DETAILS);
    focusField('client_name');
  };
  return (
    <p className={styles.kept}>
      {messages.keptDetails}
      <Button variant="quiet" size="sm" onClick={start}>
        {messages.startAnew}
      </Button>
    </p>
  );
}

interface PlaceChoiceProps {
  service: PublicService;
  address: string | null;
  draft: BookingDraft;
  error: string | undefined;
  onChange: (part: Partial<BookingDraft>) => void;
}

function PlaceChoice({ service, address, draft, error, onChange }: PlaceChoiceProps) {
  const choices = [
    ['online', service.online_place === 'video' ? messages.byVideo : messages.byPhone, null],
    ['in-person', messages.inPerson, address],
  ] as const;
  const id = fieldId('session_place');
  return (
    <FieldGroup legend={messages.placeQuestion} error={error}>
      <div className={error === undefined ? styles.places : `${styles.places} ${styles.wrong}`}>
        {choices.map(([value, label, detail], index) => (
          <label key={value} className={styles.place}>
            {/* The first one takes the focus when the choice is missing. */}
            <input id={index === 0 ? id : undefined} type="radio" name={id} required checked={draft.session_place === value} onChange={() => onChange({ session_place: value })} />
            <span>
              {label}
              {detail && (
                <UserText as="span" className={styles.address} preserveLines>
                  {detail}
                </UserText>
              )}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
