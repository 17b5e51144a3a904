import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { RULES, type RuleName } from '../booking-rules';
import styles from './rules-fields.module.css';

interface RulesFieldsProps {
  rules: Readonly<Record<RuleName, string>>;
  errors: Partial<Record<RuleName, string>>;
  onChange: (rules: Readonly<Record<RuleName, string>>) => void;
}

/** Buffers, notice, horizon. */
export function RulesFields({ rules, errors, onChange }: RulesFieldsProps) {
  return (
    <div className={styles.grid}>
      {RULES.map(({ name, label, hint, min, max }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          {(aria) => (
            <TextInput
              {...aria}
              type="number"
              inputMode="numeric"
              min={min}
              max={max}
              step={1}
              value={rules[name]}
              onChange={(event) => onChange({ ...rules, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
