import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { hasOptions, type QuestionType } from '@attune/shared-ui/intake';
import { memo, useCallback } from 'react';
import type { QuestionDraft } from '../form-values';
import { TYPE_LABELS } from '../messages';
import { newOption, type QuestionActions } from '../question-edits';
import { useTypedQuestion } from '../use-typed-questions';
import { ConditionFields } from './condition-fields';
import { OptionsField } from './options-field';
import styles from './question-card.module.css';

export interface QuestionFieldsProps {
  question: QuestionDraft;
  index: number;
  earlier: readonly QuestionDraft[];
  broken: string | undefined;
  problems: Readonly<Record<string, string>>;
  actions: Pick<QuestionActions, 'change' | 'type'>;
}

const TYPES = (Object.keys(TYPE_LABELS) as QuestionType[]).map((value) => ({ value, label: TYPE_LABELS[value] }));

/**
 * What a question asks, how it is answered, and when. A letter is known here at once; the card's own line, and all that would be
 * laid out anew with it, hears of it in a pause. Its parts are drawn anew only when they change themselves.
 */
export function QuestionFields({ question: listed, index, earlier, broken, problems, actions }: QuestionFieldsProps) {
  const { question, typeInto: type } = useTypedQuestion(listed, actions.type);
  const change = useCallback((part: Partial<QuestionDraft>) => actions.change(listed.id, part), [actions, listed.id]);
  const field = `questions.${index}`;
  return (
    <>
      <Words label="Question" part="question" rows={1} field={field} value={question.question} error={problems['question']} type={type} />
      <Kind field={field} question={listed} change={change} />
      {hasOptions(question.type) && <OptionsField field={field} options={question.options} problems={problems} change={change} type={type} />}
      <Words label="Help text" part="help_text" rows={2} hint="Stands below the question." field={field} value={question.help_text} error={problems['help_text']} type={type} />
      <Ticks required={question.required} newPage={question.new_page} isFirst={index === 0} change={change} />
      <ConditionFields field={field} condition={question.show_if} earlier={earlier} broken={broken} problems={problems} change={change} type={type} />
    </>
  );
}

type Change = (part: Partial<QuestionDraft>) => void;

interface WordsProps {
  label: string;
  part: 'question' | 'help_text';
  rows: number;
  /** With a hint it may be left empty. */
  hint?: string;
  field: string;
  value: string;
  error: string | undefined;
  type: Change;
}

const Words = memo(function Words({ label, part, rows, hint, field, value, error, type }: WordsProps) {
  return (
    <Field label={label} optional={hint !== undefined} hint={hint} error={error}>
      {(aria) => (
        <TextArea
          {...aria}
          dir="auto"
          rows={rows}
          autoGrow
          className={part === 'question' ? styles.question : styles.help}
          data-part={part === 'question' ? 'field' : undefined}
          data-field={`${field}.${part}`}
          value={value}
          onChange={(event) => type({ [part]: event.target.value })}
        />
      )}
    </Field>
  );
});

const Kind = memo(function Kind({ field, question, change }: { field: string; question: QuestionDraft; change: Change }) {
  const changeTo = (type: QuestionType) => change({ type, ...(hasOptions(type) && question.options.length === 0 && { options: [newOption()] }) });
  return (
    <Field label="Question type">
      {(aria) => (
        <div className={styles.short}>
          <Select {...aria} data-field={`${field}.type`} value={question.type} options={TYPES} onChange={(next) => changeTo(next as QuestionType)} />
        </div>
      )}
    </Field>
  );
});

const Ticks = memo(function Ticks({ required, newPage, isFirst, change }: { required: boolean; newPage: boolean; isFirst: boolean; change: Change }) {
  return (
    <div className={styles.ticks}>
      <Checkbox label="Required" checked={required} onChange={(event) => change({ required: event.target.checked })} />
      <Checkbox label="Begins a new page" checked={newPage} disabled={isFirst && !newPage} onChange={(event) => change({ new_page: event.target.checked })} />
    </div>
  );
});
