import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { Switch } from '@attune/shared-ui/components/switch';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { isSessionType, type SessionType } from '../../../session-type';
import { DURATION_MAX, DURATION_MIN, durationFrom, priceFrom, type ServiceDraft, type ServiceErrors } from '../service-draft';
import styles from './service-form.module.css';

/** The choices of the service form. */
export const SESSION_TYPE_OPTIONS: { value: SessionType; label: string }[] = [
  { value: 'online', label: 'Online' },
  { value: 'in-person', label: 'In person' },
  { value: 'both', label: 'Online or in person' },
];

interface ServiceFieldsProps {
  draft: ServiceDraft;
  errors: ServiceErrors;
  onChange: (part: Partial<ServiceDraft>) => void;
}

/** What the service is called and what it is. */
export function WordFields({ draft, errors, onChange }: ServiceFieldsProps) {
  return (
    <>
      <Field label="Service name" error={errors.name}>
        {(aria) => (
          <TextInput
            {...aria}
            data-field="name"
            dir="auto"
            required
            maxLength={120}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="Description" optional error={errors.description}>
        {(aria) => (
          <TextArea
            {...aria}
            data-field="description"
            dir="auto"
            rows={3}
            autoGrow
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** How long it takes and where. */
export function SessionFields({ draft, errors, onChange }: ServiceFieldsProps) {
  return (
    <div className={styles.pair}>
      <Field label="Duration (minutes)" error={errors.duration}>
        {(aria) => (
          <TextInput
            {...aria}
            data-field="duration"
            type="number"
            inputMode="numeric"
            min={DURATION_MIN}
            max={DURATION_MAX}
            step={1}
            value={draft.duration}
            onChange={(event) => onChange({ duration: event.target.value })}
            onBlur={() => onChange({ duration: String(durationFrom(draft.duration)) })}
          />
        )}
      </Field>
      <Field label="Session type" error={errors.session_type}>
        {(aria) => (
          <Select
            {...aria}
            value={draft.session_type}
            options={SESSION_TYPE_OPTIONS}
            onChange={(value) => isSessionType(value) && onChange({ session_type: value })}
          />
        )}
      </Field>
    </div>
  );
}

/** What it costs: the Free switch, and a price while it is off. */
export function PriceFields({ draft, errors, onChange }: ServiceFieldsProps) {
  return (
    <div className={styles.pair}>
      <Switch
        label="Free"
        description="Visitors see it as a free consultation."
        checked={draft.is_free}
        onChange={(is_free) => onChange(is_free ? { is_free, price: '0' } : { is_free })}
      />
      {!draft.is_free && (
        <Field label="Price (US dollars)" error={errors.price}>
          {(aria) => (
            <TextInput
              {...aria}
              data-field="price"
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              value={draft.price}
              onChange={(event) => onChange({ price: event.target.value })}
              onBlur={() => onChange({ price: String(priceFrom(draft.price)) })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
