import { Button } from '@attune/shared-ui/components/button';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { useField } from '@attune/shared-ui/forms';
import { toast } from '@attune/shared-ui/runtime';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { conditionProblem, MAX_QUESTIONS } from '../form-problems';
import type { QuestionDraft } from '../form-values';
import { intakeMessages as messages } from '../messages';
import { changed, duplicated, inserted, moved, newQuestion, type QuestionActions } from '../question-edits';
import type { EditorForm } from '../use-editor-form';
import { type TypedQuestions, useTypedQuestions } from '../use-typed-questions';
import { SortableList } from '../../../sortable/sortable-list';
import { QuestionCard } from './question-card';
import styles from './question-list.module.css';

interface QuestionListProps {
  form: EditorForm;
  /** The question whose fields are open. */
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** What takes the focus once the list is drawn anew: the card's title or one of its buttons, or the first field of an open card. */
type Part = 'title' | 'up' | 'down' | 'field';

/** The questions in their order: added, moved by button, keyboard and drag, copied, deleted; one at a time is open. */
export function QuestionList({ form, openId, onOpen }: QuestionListProps) {
  const { control, error } = useField(form, 'questions');
  const { listed: questions, current, edit, type } = useTypedQuestions(form, control);
  const { box, focusNext } = useFocusAfter();
  const [said, setSaid] = useState('');
  const full = questions.length >= MAX_QUESTIONS;
  const latestOpen = useRef(onOpen);
  latestOpen.current = onOpen;
  const actions = useMemo(() => actionsOf({ current, edit, type }, (id) => latestOpen.current(id), focusNext, setSaid), [current, edit, type, focusNext]);

  return (
    <section className={styles.section} aria-labelledby="form-questions" ref={box}>
      <div className={styles.head}>
        <h2 id="form-questions">Questions</h2>
        <span className={styles.count}>{questions.length}</span>
      </div>
      {error !== undefined && <p className={styles.wrong}>{error}</p>}
      <QuestionCards questions={questions} openId={openId} full={full} errors={form.hasErrors ? form : undefined} actions={actions} />
      <div>
        <Button icon="plus" data-field={control['data-field']} disabled={full} onClick={actions.add}>
          Add Question
        </Button>
        {full && <p className={styles.soft}>{messages.tooManyQuestions}</p>}
      </div>
      <div role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </section>
  );
}

interface QuestionCardsProps {
  questions: readonly QuestionDraft[];
  openId: string | undefined;
  full: boolean;
  /** Where it is said what is wrong, if anything is. */
  errors: Pick<EditorForm, 'errorAt'> | undefined;
  actions: QuestionActions & { moveTo: (id: string, to: number) => void };
}

/** Drawn anew only with another content: the form says more often than that that something about it has changed. */
const QuestionCards = memo(function QuestionCards({ questions, openId, full, errors, actions }: QuestionCardsProps) {
  return (
    // An open card is too tall for the places of the others.
    <SortableList items={questions} noun="Question" onTake={(id) => id === openId && actions.open(undefined)} onMove={actions.moveTo}>
      <ol className={styles.list}>
      {questions.map((question, index) => (
        <QuestionCard
          key={question.id}
          question={question}
          index={index}
          count={questions.length}
          open={question.id === openId}
          full={full}
          earlier={question.id === openId ? questions.slice(0, index) : NONE}
          broken={question.show_if ? conditionProblem(question.show_if, questions, index)?.message : undefined}
          problems={errors ? problemsAt(errors, question, index) : NO_PROBLEMS}
          actions={actions}
        />
      ))}
    </ol></SortableList>
  );
});

const NONE: readonly QuestionDraft[] = [];
const NO_PROBLEMS: Readonly<Record<string, string>> = {};

function actionsOf(
  { current: questions, edit, type }: Pick<TypedQuestions, 'current' | 'edit' | 'type'>,
  open: (id: string | undefined) => void,
  focusNext: (id: string, part: Part) => void,
  say: (sentence: string) => void,
): QuestionCardsProps['actions'] & { add: () => void } {
  const indexOf = (id: string) => questions().findIndex((question) => question.id === id);
  const moveTo = (id: string, to: number) => {
    const from = indexOf(id);
    if (from === -1 || to < 0 || to >= questions().length || from === to) return;
    edit(moved(questions(), from, to));
    say(`Moved to position ${to + 1} of ${questions().length}.`);
  };
  return {
    open,
    add: () => {
      const question = newQuestion();
      edit([...questions(), question]);
      open(question.id);
      focusNext(question.id, 'field');
    },
    change: (id, part) => edit(changed(questions(), id, part)),
    type: (id, part) => type(changed(questions(), id, part)),
    moveTo,
    move: (id, by) => {
      moveTo(id, indexOf(id) + by);
      focusNext(id, by < 0 ? 'up' : 'down');
    },
    duplicate: (id) => {
      const result = duplicated(questions(), id);
      if (!result) return;
      edit(result.questions);
      open(result.copy.id);
      focusNext(result.copy.id, 'field');
    },
    remove: (id) => {
      const at = indexOf(id);
      const question = questions()[at];
      if (!question) return;
      edit(questions().filter((one) => one.id !== id));
      const neighbour = questions()[Math.min(at, questions().length - 1)];
      focusNext(neighbour?.id ?? '', 'title');
      const undo = () => {
        if (indexOf(id) !== -1) return;
        edit(inserted(questions(), question, Math.min(at, questions().length)));
        focusNext(id, 'title');
      };
      toast.info(messages.deleted, { action: { label: 'Undo', onClick: undo }, duration: 8_000 });
    },
  };
}

/** What is wrong with one question, by the names behind its place; '' for the question as a whole. */
function problemsAt(errors: Pick<EditorForm, 'errorAt'>, { options }: QuestionDraft, index: number): Readonly<Record<string, string>> {
  const parts = ['', 'question', 'help_text', 'options', ...options.map((_, option) => `options.${option}`), 'show_if.question_id', 'show_if.any_of', 'show_if.at_least'];
  return Object.fromEntries(
    parts.flatMap((part) => {
      const message = errors.errorAt(part === '' ? `questions.${index}` : `questions.${index}.${part}`);
      return typeof message === 'string' ? [[part, message]] : [];
    }),
  );
}

/** Moves the focus after the next draw: a card that moves in the page loses it, and one that is deleted takes it along. */
function useFocusAfter() {
  const box = useRef<HTMLElement>(null);
  const wanted = useRef<{ id: string; part: Part }>(undefined);
  const [focusNext] = useState(() => (id: string, part: Part) => {
    wanted.current = { id, part };
  });
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { id, part } = wanted.current;
    const card = Array.from(box.current?.querySelectorAll<HTMLElement>('[data-question]') ?? []).find(({ dataset }) => dataset['question'] === id);
    if (!card && id !== '') return;
    wanted.current = undefined;
    const target = card?.querySelector<HTMLElement>(`[data-part='${part}']:not(:disabled)`) ?? card?.querySelector<HTMLElement>("[data-part='up']:not(:disabled), [data-part='down']:not(:disabled)");
    (target ?? box.current?.querySelector<HTMLElement>("[data-field='questions']"))?.focus();
  });
  return { box, focusNext };
}

