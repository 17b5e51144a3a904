import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm } from '@attune/shared-ui/forms';
import { RULES } from '../booking-rules';
import type { HoursValues } from '../hours-rules';
import styles from './rules-fields.module.css';

/** Buffers, notice, horizon. */
export function RulesFields({ form }: { form: ServerForm<HoursValues> }) {
  return (
    <div className={styles.grid}>
      {RULES.map(({ name, label, hint, min, max }) => (
        <FormField key={name} form={form} name={name} label={label} hint={hint}>
          {(control) => <TextInput {...control} type="number" inputMode="numeric" min={min} max={max} step={1} />}
        </FormField>
      ))}
    </div>
  );
}
