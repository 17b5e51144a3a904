import { Select } from '@attune/shared-ui/components/select';
import { Switch } from '@attune/shared-ui/components/switch';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm, useField } from '@attune/shared-ui/forms';
import type { SessionType } from '../../../session-type';
import { DURATION_MAX, DURATION_MIN, durationFrom, priceFrom, type ServiceValues } from '../service-rules';
import styles from './service-form.module.css';

/** The choices of the service form. */
export const SESSION_TYPE_OPTIONS: { value: SessionType; label: string }[] = [
  { value: 'online', label: 'Online' },
  { value: 'in-person', label: 'In person' },
  { value: 'both', label: 'Online or in person' },
];

interface ServiceFieldsProps {
  form: ServerForm<ServiceValues>;
}

/** What the service is called and what it is. */
export function WordFields({ form }: ServiceFieldsProps) {
  return (
    <>
      <FormField form={form} name="name" label="Service name">
        {(control) => <TextInput {...control} dir="auto" required maxLength={120} />}
      </FormField>
      <FormField form={form} name="description" label="Description" optional>
        {(control) => <TextArea {...control} dir="auto" rows={3} autoGrow />}
      </FormField>
    </>
  );
}

/** How long it takes and where. */
export function SessionFields({ form }: ServiceFieldsProps) {
  return (
    <div className={styles.pair}>
      <FormField form={form} name="duration_minutes" label="Duration (minutes)">
        {(control) => (
          <TextInput
            {...control}
            type="number"
            inputMode="numeric"
            min={DURATION_MIN}
            max={DURATION_MAX}
            step={1}
            onBlur={() => control.onChange(String(durationFrom(control.value)))}
          />
        )}
      </FormField>
      <FormField form={form} name="session_type" label="Session type">
        {(control) => <Select {...control} options={SESSION_TYPE_OPTIONS} />}
      </FormField>
    </div>
  );
}

/** What it costs: the Free switch, and a price while it is off. */
export function PriceFields({ form }: ServiceFieldsProps) {
  const free = useField(form, 'is_free').control;
  const choose = (isFree: boolean) => {
    free.onChange(isFree);
    if (isFree) form.set('price', '0');
  };
  return (
    <div className={styles.pair}>
      <Switch label="Free" description="Visitors see it as a free consultation." checked={free.value} onChange={choose} />
      {!free.value && (
        <FormField form={form} name="price" label="Price (US dollars)">
          {(control) => (
            <TextInput
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              onBlur={() => control.onChange(String(priceFrom(control.value)))}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
