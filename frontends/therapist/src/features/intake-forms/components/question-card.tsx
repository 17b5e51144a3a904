import { Badge } from '@attune/shared-ui/components/badge';
import { Icon } from '@attune/shared-ui/components/icon';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import clsx from 'clsx';
import { memo } from 'react';
import { useSortableItem } from '../../../sortable/sortable-list';
import type { QuestionDraft } from '../form-values';
import { TYPE_LABELS } from '../messages';
import type { QuestionActions } from '../question-edits';
import styles from './question-card.module.css';
import { QuestionFields } from './question-fields';

interface QuestionCardProps {
  question: QuestionDraft;
  /** From 0. */
  index: number;
  count: number;
  open: boolean;
  /** The form takes no more questions. */
  full: boolean;
  /** The questions before it, while it is open. */
  earlier: readonly QuestionDraft[];
  /** Why its condition can never hold. */
  broken: string | undefined;
  /** What is wrong, by the names of its parts. */
  problems: Readonly<Record<string, string>>;
  actions: QuestionActions;
}

/** One question of the editor: a line with its buttons, and its fields while it is open. Drawn anew only when something about it changes. */
export const QuestionCard = memo(function QuestionCard(props: QuestionCardProps) {
  const { question, index, count, open, full, broken, problems, actions } = props;
  const { id } = question;
  const number = index + 1;
  const { setNodeRef, style, handle, isDragging } = useSortableItem(id);
  const isWrong = broken !== undefined || Object.keys(problems).length > 0;
  const fieldsId = `fields-${id}`;

  return (
    <li
      ref={setNodeRef}
      className={clsx(styles.card, open && styles.open, isWrong && styles.wrong, isDragging && styles.dragged)}
      style={style}
      data-question={id}
      data-field={`questions.${index}`}
      tabIndex={-1}
    >
      <div className={styles.line}>
        {handle(`Drag question ${number}`)}
        <button type="button" className={styles.title} data-part="title" aria-expanded={open} aria-controls={open ? fieldsId : undefined} onClick={() => actions.open(open ? undefined : id)}>
          <span className={styles.number}>{number}</span>
          <span className={styles.words}>
            <bdi dir="auto" className={question.question === '' ? styles.blank : undefined}>
              {question.question === '' ? 'New question' : question.question}
            </bdi>
            <span className={styles.facts}>
              {TYPE_LABELS[question.type]}
              {question.required && <Badge tone="accent">Required</Badge>}
              {question.new_page && <Badge tone="neutral">New page</Badge>}
              {question.show_if && <Badge tone={broken === undefined ? 'info' : 'attention'}>{broken === undefined ? 'Conditional' : 'Condition broken'}</Badge>}
            </span>
          </span>
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={18} />
        </button>
        <div className={styles.buttons}>
          <IconButton icon="arrow-up" label={`Move question ${number} up`} data-part="up" disabled={index === 0} onClick={() => actions.move(id, -1)} />
          <IconButton icon="arrow-down" label={`Move question ${number} down`} data-part="down" disabled={index === count - 1} onClick={() => actions.move(id, 1)} />
          <IconButton icon="copy" label={`Duplicate question ${number}`} disabled={full} onClick={() => actions.duplicate(id)} />
          <IconButton icon="trash" label={`Delete question ${number}`} onClick={() => actions.remove(id)} />
        </div>
      </div>
      {!open && isWrong && (
        <p className={styles.problem}>
          <Icon name="alert" size={16} />
          {Object.values(problems)[0] ?? broken}
        </p>
      )}
      {open && (
        <div id={fieldsId} className={styles.fields}>
          {problems[''] !== undefined && <p className={styles.problem}>{problems['']}</p>}
          <QuestionFields question={question} index={index} earlier={props.earlier} broken={broken} problems={problems} actions={actions} />
        </div>
      )}
    </li>
  );
}, isSameCard);

/** What is made anew with every draw is compared by its content. */
function isSameCard(before: QuestionCardProps, after: QuestionCardProps): boolean {
  const names = Object.keys(after) as (keyof QuestionCardProps)[];
  return names.every((name) => before[name] === after[name] || (name !== 'actions' && typeof after[name] === 'object' && JSON.stringify(before[name]) === JSON.stringify(after[name])));
}
