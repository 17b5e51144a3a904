import { Button } from '@attune/shared-ui/components/button';
import { VisuallyHidden } from '@attune/shared-ui/components/visually-hidden';
import { type FieldControl, useField } from '@attune/shared-ui/forms';
import { toast } from '@attune/shared-ui/runtime';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { conditionProblem, MAX_QUESTIONS } from '../form-problems';
import type { QuestionDraft } from '../form-values';
import { intakeMessages as messages } from '../messages';
import { duplicated, inserted, moved, newQuestion } from '../question-edits';
import type { EditorForm } from '../use-editor-form';
import { QuestionCard, type QuestionActions } from './question-card';
import styles from './question-list.module.css';
import { SortableQuestions } from './sortable-questions';

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
  const { questions, current, edit } = useTypedQuestions(form, control);
  const { box, focusNext } = useFocusAfter();
  const [said, setSaid] = useState('');
  const full = questions.length >= MAX_QUESTIONS;
  const latestOpen = useRef(onOpen);
  latestOpen.current = onOpen;
  const actions = useMemo(() => actionsOf(current, edit, (id) => latestOpen.current(id), focusNext, setSaid), [current, edit, focusNext]);

  return (
    <section className={styles.section} aria-labelledby="form-questions" ref={box}>
      <div className={styles.head}>
        <h2 id="form-questions">Questions</h2>
        <span className={styles.count}>{questions.length}</span>
      </div>
      {error !== undefined && <p className={styles.wrong}>{error}</p>}
      {/* An open card is too tall for the places of the others. */}
      <SortableQuestions questions={questions} onTake={(id) => id === openId && onOpen(undefined)} onMove={actions.moveTo}>
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
            problems={problemsAt(form, question, index)}
            actions={actions}
          />
        ))}
      </SortableQuestions>
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

const NONE: readonly QuestionDraft[] = [];
const NO_PROBLEMS: Readonly<Record<string, string>> = {};

function actionsOf(
  questions: () => readonly QuestionDraft[],
  edit: (next: QuestionDraft[], when?: 'soon') => void,
  open: (id: string | undefined) => void,
  focusNext: (id: string, part: Part) => void,
  say: (sentence: string) => void,
): QuestionActions & { add: () => void; moveTo: (id: string, to: number) => void } {
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
    change: (id, change) => edit(questions().map((question) => (question.id === id ? { ...question, ...change } : question)), 'soon'),
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

const PAUSE_MS = 300;

/**
 * The questions as they are typed. The form hears of a letter once somebody pauses or saves, and of everything else at once:
 * it compares and copies all of them each time. Unchanged questions stay the same objects.
 */
function useTypedQuestions(form: EditorForm, control: FieldControl<QuestionDraft[]>) {
  const [questions, setQuestions] = useState(control.value);
  const state = useRef({ questions, known: questions, give: control.onChange, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  state.current.give = control.onChange;
  const [{ current, edit, push }] = useState(() => {
    const push = () => {
      clearTimeout(state.current.timer);
      state.current.timer = undefined;
      if (state.current.known === state.current.questions) return;
      state.current.known = state.current.questions;
      state.current.give(state.current.questions);
    };
    const edit = (next: QuestionDraft[], when?: 'soon') => {
      state.current.questions = next;
      setQuestions(next);
      if (when === undefined) push();
      else state.current.timer ??= setTimeout(push, PAUSE_MS);
    };
    return { current: () => state.current.questions, edit, push };
  });

  // Another content that is not from here: a draft, a template, the saved one. The form's own value comes back a moment later than it was given.
  useLayoutEffect(() => {
    const content = form.heard().questions;
    if (JSON.stringify(content) === JSON.stringify(state.current.known)) return;
    clearTimeout(state.current.timer);
    state.current = { ...state.current, questions: content, known: content, timer: undefined };
    setQuestions(content);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only another content counts
  }, [form.resets]);

  const { typing } = form;
  useEffect(() => {
    typing.current = push;
    window.addEventListener('pagehide', push);
    return () => {
      typing.current = undefined;
      window.removeEventListener('pagehide', push);
      push();
    };
  }, [typing, push]);
  return { questions, current, edit };
}

/** What is wrong with one question, by the names behind its place; '' for the question as a whole. */
function problemsAt(form: EditorForm, { options }: QuestionDraft, index: number): Readonly<Record<string, string>> {
  if (!form.hasErrors) return NO_PROBLEMS;
  const parts = ['', 'question', 'help_text', 'options', ...options.map((_, option) => `options.${option}`), 'show_if.question_id', 'show_if.any_of', 'show_if.at_least'];
  return Object.fromEntries(
    parts.flatMap((part) => {
      const message = form.errorAt(part === '' ? `questions.${index}` : `questions.${index}.${part}`);
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

