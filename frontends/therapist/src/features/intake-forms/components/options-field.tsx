import { Button } from '@attune/shared-ui/components/button';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { type KeyboardEvent, memo, useLayoutEffect, useRef } from 'react';
import { MAX_OPTIONS } from '../form-problems';
import type { OptionDraft } from '../form-values';
import { newOption } from '../question-edits';
import styles from './question-card.module.css';

interface OptionsFieldProps {
  /** The question's name on the wire. */
  field: string;
  options: readonly OptionDraft[];
  problems: Readonly<Record<string, string>>;
  change: (part: { options: OptionDraft[] }) => void;
  /** The same for a letter. */
  type: (part: { options: OptionDraft[] }) => void;
}

/** The answers that can be chosen: added, edited and deleted. Enter goes on to the next one. */
export const OptionsField = memo(function OptionsField({ field, options, problems, change, type }: OptionsFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useRef<number>(undefined);
  const full = options.length >= MAX_OPTIONS;
  useLayoutEffect(() => {
    if (focusNext.current === undefined) return;
    const inputs = box.current?.querySelectorAll('input') ?? [];
    const target = inputs[Math.min(focusNext.current, inputs.length - 1)] ?? box.current?.querySelector('button');
    focusNext.current = undefined;
    target?.focus();
  });

  const insert = (at: number) => {
    if (full) return;
    focusNext.current = at;
    change({ options: [...options.slice(0, at), newOption(), ...options.slice(at)] });
  };
  const remove = (index: number) => {
    focusNext.current = index;
    change({ options: options.filter((_, one) => one !== index) });
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    insert(index + 1);
  };

  const wrong = options.flatMap((_, index) => problems[`options.${index}`] ?? []);
  return (
    <FieldGroup legend="Options" error={problems['options'] ?? wrong[0]}>
      <div ref={box} className={styles.options}>
        {options.map(({ key, text }, index) => (
          <div key={key} className={styles.option}>
            <TextInput
              dir="auto"
              aria-label={`Option ${index + 1}`}
              aria-invalid={problems[`options.${index}`] === undefined ? undefined : true}
              data-field={`${field}.options.${index}`}
              value={text}
              onChange={(event) => type({ options: options.map((option) => (option.key === key ? { key, text: event.target.value } : option)) })}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
            <IconButton icon="close" label={`Delete option ${index + 1}`} onClick={() => remove(index)} />
          </div>
        ))}
        <div>
          <Button size="sm" icon="plus" data-field={`${field}.options`} disabled={full} onClick={() => insert(options.length)}>
            Add option
          </Button>
        </div>
      </div>
    </FieldGroup>
  );
});
