import * as RadixSwitch from '@radix-ui/react-switch';
import { useId, type ReactNode } from 'react';
import styles from './switch.module.css';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
  id?: string;
}

/** An on/off choice that takes effect at once. */
export function Switch({ checked, onChange, label, description, disabled = false, id }: SwitchProps) {
  const generated = useId();
  const control = id ?? generated;
  const descriptionId = `${control}-description`;
  return (
    <div className={styles.row}>
      <RadixSwitch.Root
        id={control}
        className={styles.track}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={description ? descriptionId : undefined}
      >
        <RadixSwitch.Thumb className={styles.thumb} />
      </RadixSwitch.Root>
      <div className={styles.words}>
        <label htmlFor={control} className={styles.label}>
          {label}
        </label>
        {description && (
          <div id={descriptionId} className={styles.description}>
            {description}
          </div>
        )}
      </div>
    </div>
  );
}
