import { memo, type ReactNode, useId, useState } from 'react';
import { Button } from '../components/button';
import { Checkbox } from '../components/checkbox';
import { Field, type FieldAria } from '../components/field';
import { FieldGroup } from '../components/field-group';
import { Radio } from '../components/radio';
import { Select } from '../components/select';
import { TextArea } from '../components/text-area';
import { TextInput } from '../components/text-input';
import { UserText } from '../components/user-text';
import { goneOptions, typedNumber } from './answer-problem';
import styles from './answer-field.module.css';
import { answerMessages, formMessages as messages } from './messages';
import type { AnswerValue, Question } from './question';

interface AnswerFieldProps {
  question: Question;
  answer: AnswerValue | undefined;
  problem: string | undefined;
  disabled: boolean;
  /** Stays the same from one draw to the next. */
  onAnswer: (questionId: string, answer: AnswerValue | undefined) => void;
}

/** One question with the controls of its type. Drawn anew only when something about it changes: a page may hold 200 of them. */
export const AnswerField = memo(function AnswerField({ question, answer, problem, disabled, onAnswer }: AnswerFieldProps) {
  const gone = goneOptions(question, answer);
  const error = problem ?? (gone.length > 0 ? answerMessages.optionGone : undefined);
  const words = {
    optional: !question.required,
    error,
    hint: (question.help_text !== '' || gone.length > 0) && (
      <>
        {question.help_text !== '' && (
          <UserText as="div" preserveLines>
            {question.help_text}
          </UserText>
        )}
        {gone.length > 0 && <UserText as="p">{messages.earlier(gone.join(', '))}</UserText>}
      </>
    ),
  };
  const name = <UserText>{question.question}</UserText>;
  const give = (next: AnswerValue | undefined) => onAnswer(question.id, next);
  const control = { question, answer, disabled, give };

  return (
    <div className={styles.question} data-question={question.id}>
      {isGroup(question) ? (
        <FieldGroup legend={name} {...words} disabled={disabled}>
          <Choices {...control} />
        </FieldGroup>
      ) : (
        <Field label={name} {...words}>
          {(aria) => <TypedAnswer {...control} aria={aria} />}
        </Field>
      )}
    </div>
  );
});

const isGroup = ({ type }: Question) => type === 'radio' || type === 'checkbox' || type === 'scale';

interface ControlProps {
  question: Question;
  answer: AnswerValue | undefined;
  disabled: boolean;
  give: (answer: AnswerValue | undefined) => void;
}

function Choices({ question, answer, disabled, give }: ControlProps) {
  const name = useId();
  const { type, options, required } = question;
  if (type === 'checkbox') {
    const chosen = Array.isArray(answer) ? answer : [];
    const toggle = (option: string, on: boolean) => {
      const next = options.filter((one) => (one === option ? on : chosen.includes(one)));
      give(next.length > 0 ? next : undefined);
    };
    return (
      <div className={styles.choices}>
        {options.map((option) => (
          <Checkbox
            key={option}
            className={styles.tick}
            label={<UserText>{option}</UserText>}
            checked={chosen.includes(option)}
            disabled={disabled}
            onChange={(event) => toggle(option, event.target.checked)}
          />
        ))}
      </div>
    );
  }
  const isScale = type === 'scale';
  const marks: readonly (string | number)[] = isScale ? SCALE : options;
  return (
    <>
      <div className={isScale ? styles.scale : styles.choices}>
        {marks.map((mark) => (
          <Radio
            key={mark}
            look={isScale ? 'mark' : 'row'}
            name={name}
            label={isScale ? mark : <UserText>{String(mark)}</UserText>}
            checked={answer === mark}
            disabled={disabled}
            onChange={() => give(mark)}
          />
        ))}
      </div>
      {!required && answer !== undefined && (
        <div>
          <Button size="sm" variant="quiet" disabled={disabled} onClick={() => give(undefined)}>
            {messages.clear}
          </Button>
        </div>
      )}
    </>
  );
}

const SCALE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

function TypedAnswer({ question, answer, disabled, give, aria }: ControlProps & { aria: FieldAria }): ReactNode {
  const { type, options, required } = question;
  const text = answer === undefined ? '' : String(answer);
  const common = { ...aria, disabled, 'aria-required': required, value: text };
  const onChange = (event: { target: { value: string } }) => give(event.target.value === '' ? undefined : event.target.value);
  switch (type) {
    case 'select':
      return (
        <Select
          {...common}
          value={options.includes(text) ? text : ''}
          onChange={(chosen) => give(chosen === '' ? undefined : chosen)}
          options={[{ value: '', label: required || text === '' ? messages.choose : messages.noAnswer }, ...options.map((option) => ({ value: option, label: option }))]}
        />
      );
    case 'textarea':
      return <TextArea {...common} dir="auto" rows={4} autoGrow onChange={onChange} />;
    case 'number':
      return <NumberInput {...common} give={give} />;
    case 'date':
      return <TextInput {...common} type="date" className={styles.short} min="1000-01-01" max="9999-12-31" onChange={onChange} />;
    case 'email':
      return <TextInput {...common} type="email" dir="ltr" onChange={onChange} />;
    case 'phone':
      return <TextInput {...common} type="tel" dir="ltr" className={styles.medium} onChange={onChange} />;
    default:
      return <TextInput {...common} dir="auto" onChange={onChange} />;
  }
}

interface NumberInputProps extends FieldAria {
  value: string;
  disabled: boolean;
  give: (answer: AnswerValue | undefined) => void;
}

/** Keeps what is typed as it is typed ("3,"), which no number can say. */
function NumberInput({ value, give, ...native }: NumberInputProps) {
  const [typed, setTyped] = useState(value);
  const isTyped = String(typedNumber(typed) ?? '') === value;
  return (
    <TextInput
      {...native}
      inputMode="decimal"
      dir="ltr"
      className={styles.short}
      value={isTyped ? typed : value}
      onChange={(event) => {
        setTyped(event.target.value);
        give(typedNumber(event.target.value));
      }}
    />
  );
}
