import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { hasOptions, type QuestionType } from '@attune/shared-ui/intake';
import type { QuestionDraft } from '../form-values';
import { TYPE_LABELS } from '../messages';
import { newOption } from '../question-edits';
import { ConditionFields } from './condition-fields';
import { OptionsField } from './options-field';
import styles from './question-card.module.css';

export interface QuestionFieldsProps {
  question: QuestionDraft;
  index: number;
  earlier: readonly QuestionDraft[];
  broken: string | undefined;
  problems: Readonly<Record<string, string>>;
  change: (part: Partial<QuestionDraft>) => void;
  /** The same for a letter. */
  type: (part: Partial<QuestionDraft>) => void;
}

const TYPES = (Object.keys(TYPE_LABELS) as QuestionType[]).map((value) => ({ value, label: TYPE_LABELS[value] }));

/** What a question asks, how it is answered, and when. */
export function QuestionFields({ question, index, earlier, broken, problems, change, type }: QuestionFieldsProps) {
  const field = `questions.${index}`;
  const changeType = (next: QuestionType) => change({ type: next, ...(hasOptions(next) && question.options.length === 0 && { options: [newOption()] }) });
  return (
    <>
      <Field label="Question" error={problems['question']}>
        {(aria) => (
          <TextArea
            {...aria}
            dir="auto"
            rows={1}
            autoGrow
            className={styles.question}
            data-part="field"
            data-field={`${field}.question`}
            value={question.question}
            onChange={(event) => type({ question: event.target.value })}
          />
        )}
      </Field>
      <Field label="Question type">
        {(aria) => (
          <div className={styles.short}>
            <Select {...aria} data-field={`${field}.type`} value={question.type} options={TYPES} onChange={(next) => changeType(next as QuestionType)} />
          </div>
        )}
      </Field>
      {hasOptions(question.type) && <OptionsField field={field} options={question.options} problems={problems} onChange={(options) => change({ options })} onType={(options) => type({ options })} />}
      <Field label="Help text" optional hint="Stands below the question." error={problems['help_text']}>
        {(aria) => (
          <TextArea
            {...aria}
            dir="auto"
            rows={2}
            autoGrow
            className={styles.help}
            data-field={`${field}.help_text`}
            value={question.help_text}
            onChange={(event) => type({ help_text: event.target.value })}
          />
        )}
      </Field>
      <div className={styles.ticks}>
        <Checkbox label="Required" checked={question.required} onChange={(event) => change({ required: event.target.checked })} />
        <Checkbox label="Begins a new page" checked={question.new_page} disabled={index === 0 && !question.new_page} onChange={(event) => change({ new_page: event.target.checked })} />
      </div>
      <ConditionFields field={field} condition={question.show_if} earlier={earlier} broken={broken} problems={problems} onChange={(show_if) => change({ show_if })} onType={(show_if) => type({ show_if })} />
    </>
  );
}
