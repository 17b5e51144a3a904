import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { Field } from '@attune/shared-ui/components/field';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { UserText } from '@attune/shared-ui/components/user-text';
import { memo } from 'react';
import { type ConditionDraft, conditionKinds, type QuestionDraft } from '../form-values';
import styles from './question-card.module.css';

interface ConditionFieldsProps {
  /** The question's name on the wire. */
  field: string;
  condition: ConditionDraft | null;
  earlier: readonly QuestionDraft[];
  /** Why it can never hold; said before anything is saved. */
  broken: string | undefined;
  problems: Readonly<Record<string, string>>;
  change: (part: { show_if: ConditionDraft | null }) => void;
  /** The same for a letter. */
  type: (part: { show_if: ConditionDraft }) => void;
}

const KINDS: Readonly<Record<ConditionDraft['kind'], string>> = { any_of: 'is one of', at_least: 'is at least', answered: 'has any answer' };

/** "Show only if": an earlier question, and what it must be answered with. */
export const ConditionFields = memo(function ConditionFields({ field, condition, earlier, broken, problems, change, type }: ConditionFieldsProps) {
  const asked = earlier.find(({ id }) => id === condition?.question_id);
  const choose = (id: string) => {
    const kind = conditionKinds(earlier.find((question) => question.id === id)?.type ?? 'text')[0] ?? 'answered';
    change({ show_if: { question_id: id, kind, any_of: [], at_least: '' } });
  };
  return (
    <div className={styles.condition}>
      <Checkbox
        label="Show only if"
        description="An earlier answer decides whether this question is asked."
        checked={condition !== null}
        disabled={condition === null && earlier.length === 0}
        onChange={(event) => (event.target.checked ? choose(earlier.at(-1)?.id ?? '') : change({ show_if: null }))}
      />
      {condition && (
        <>
          <Field label="Earlier question" error={problems['show_if.question_id'] ?? (asked && conditionKinds(asked.type).includes(condition.kind) ? undefined : broken)}>
            {(aria) => (
              <Select
                {...aria}
                data-field={`${field}.show_if.question_id`}
                value={asked?.id ?? ''}
                placeholder="Choose a question"
                options={earlier.map(({ id, question }, index) => ({ value: id, label: `${index + 1}. ${question}` }))}
                onChange={choose}
              />
            )}
          </Field>
          {asked && <Comparison field={field} condition={condition} asked={asked} broken={broken} problems={problems} change={change} type={type} />}
        </>
      )}
    </div>
  );
});

interface ComparisonProps extends Omit<ConditionFieldsProps, 'earlier' | 'condition'> {
  condition: ConditionDraft;
  asked: QuestionDraft;
}

function Comparison({ field, condition, asked, broken, problems, change: give, type }: ComparisonProps) {
  const kinds = conditionKinds(asked.type);
  const change = (part: Partial<ConditionDraft>) => give({ show_if: { ...condition, ...part } });
  const toggle = (key: string, on: boolean) => {
    // What was deleted goes with the first new choice.
    const there = asked.options.map((option) => option.key);
    change({ any_of: there.filter((one) => (one === key ? on : condition.any_of.includes(one))) });
  };
  return (
    <>
      <Field label="Its answer">
        {(aria) => (
          <div className={styles.short}>
            <Select
              {...aria}
              value={kinds.includes(condition.kind) ? condition.kind : ''}
              placeholder="Choose"
              options={kinds.map((kind) => ({ value: kind, label: KINDS[kind] }))}
              onChange={(kind) => change({ kind: kind as ConditionDraft['kind'] })}
            />
          </div>
        )}
      </Field>
      {condition.kind === 'any_of' && kinds.includes('any_of') && (
        <FieldGroup legend="One of these answers" error={problems['show_if.any_of'] ?? (condition.any_of.length > 0 ? broken : undefined)}>
          <div data-field={`${field}.show_if.any_of`} tabIndex={-1}>
            {asked.options.map(({ key, text }, index) => (
              <Checkbox
                key={key}
                label={<UserText>{text === '' ? `Option ${index + 1}` : text}</UserText>}
                checked={condition.any_of.includes(key)}
                onChange={(event) => toggle(key, event.target.checked)}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      {condition.kind === 'at_least' && kinds.includes('at_least') && (
        <Field label="This number" error={problems['show_if.at_least']}>
          {(aria) => (
            <TextInput
              {...aria}
              inputMode="decimal"
              className={styles.short}
              data-field={`${field}.show_if.at_least`}
              value={condition.at_least}
              onChange={(event) => type({ show_if: { ...condition, at_least: event.target.value } })}
            />
          )}
        </Field>
      )}
    </>
  );
}
