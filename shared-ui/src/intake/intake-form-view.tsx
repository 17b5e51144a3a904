import { type FormEvent, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { ProgressBar } from '../components/progress-bar';
import { UserText } from '../components/user-text';
import { AnswerField } from './answer-field';
import { answerProblem, isAnswered } from './answer-problem';
import styles from './intake-form-view.module.css';
import { formMessages as messages } from './messages';
import { type Answers, type AnswerValue, pagesOf, type Question } from './question';

/** What is wrong with answers, by the ids of their questions. */
export type AnswerProblems = Readonly<Partial<Record<string, string>>>;

export interface IntakeFormViewProps {
  /** Accessible name of the form; whoever shows the form draws its title. */
  label: string;
  /** Stands on the first page. */
  description: string;
  questions: readonly Question[];
  answers: Answers;
  /** With every keystroke and choice; undefined takes the answer away. What is typed into a number question and is no number comes as text. */
  onAnswer: (questionId: string, answer: AnswerValue | undefined) => void;
  /** Wrong with answers at present, as far as the server said; what the page can tell by itself needs not be here. */
  errors?: AnswerProblems;
  disabled?: boolean;
  finishLabel: string;
  /** Nothing is wrong that the page can tell. May resolve to what the server found: the form then turns to the first of it. */
  onFinish: () => Promise<AnswerProblems | void> | void;
  /** Stands below the last page's questions, such as a signature. */
  ending?: ReactNode;
  /** Level of the page's heading. */
  level?: 2 | 3;
}

/**
 * A form as the one who fills it in sees it: page by page, only what the answers call for, one summary of what is wrong. It begins on the
 * page where the last answer was given. Answers belong to whoever shows it.
 */
export function IntakeFormView(props: IntakeFormViewProps) {
  const { label, description, answers, disabled = false, finishLabel, ending, level = 2 } = props;
  const { heading, summary, numbers, turn, isLast, page, shown, problemOf, toldHere, busy, goTo, submit } = usePages(props);
  const give = useStable(props.onAnswer);
  const Heading = `h${level}` as const;
  const count = shown.filter(({ id }) => isAnswered(answers[id])).length;
  return (
    <form className={styles.form} aria-label={label} noValidate onSubmit={(event) => void submit(event)}>
      <ProgressBar label={messages.progress} value={(count / Math.max(1, shown.length)) * 100} detail={messages.answered(count, shown.length)} />
      {numbers.length > 1 && (
        <Heading ref={heading} tabIndex={-1} className={styles.heading}>
          {messages.page(turn + 1, numbers.length)}
        </Heading>
      )}
      {turn <= 0 && description !== '' && (
        <UserText as="p" className={styles.description} preserveLines>
          {description}
        </UserText>
      )}
      {toldHere.length > 0 && <Summary ref={summary} questions={toldHere} />}
      <div className={styles.questions}>
        {page.map((question) => (
          <AnswerField key={question.id} question={question} answer={answers[question.id]} problem={problemOf(question)} disabled={disabled} onAnswer={give} />
        ))}
      </div>
      {isLast && ending}
      <div className={styles.actions}>
        {turn > 0 && (
          <Button icon="arrow-left" disabled={busy} onClick={() => goTo(turn - 1)}>
            {messages.back}
          </Button>
        )}
        <Button type="submit" variant="primary" loading={busy} disabled={disabled} iconEnd={isLast ? undefined : 'arrow-right'}>
          {isLast ? finishLabel : messages.next}
        </Button>
      </div>
    </form>
  );
}

function Summary({ ref, questions }: { ref: RefObject<HTMLDivElement | null>; questions: readonly Question[] }) {
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label={messages.summary(questions.length)} className={styles.summary}>
      <Banner tone="danger" title={messages.summary(questions.length)}>
        <ul className={styles.problems}>
          {questions.map(({ id, question }) => (
            <li key={id}>
              <button type="button" className={styles.jump} onClick={(event) => focusOn(event.currentTarget.form, id)}>
                <bdi dir="auto">{question}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

/** Which page is on view, what is wrong on it, and turning it. */
function usePages({ questions, answers, errors = NOTHING, disabled = false, onFinish }: IntakeFormViewProps) {
  const pages = pagesOf(questions, answers);
  const [wanted, setWanted] = useState(() => pages.findLastIndex((page) => page.some(({ id }) => isAnswered(answers[id]))));
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<{ problems: AnswerProblems; answers: Answers }>({ problems: NOTHING, answers });
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const focusNext = useRef<'heading' | 'summary' | undefined>(undefined);

  const numbers = pages.flatMap((page, index) => (page.length > 0 ? [index] : []));
  const at = numbers.findLast((index) => index <= wanted) ?? numbers[0] ?? 0;
  const turn = numbers.indexOf(at);
  const isLast = turn >= numbers.length - 1;
  const page = pages[at] ?? [];
  const shown = pages.flat();

  useLayoutEffect(() => {
    const target = focusNext.current === 'summary' ? summary.current : focusNext.current && heading.current;
    focusNext.current = undefined;
    target?.focus();
  });

  /** What the server said holds for the answer that it saw. */
  const saidOf = ({ id }: Question) => errors[id] ?? (refused.answers[id] === answers[id] ? refused.problems[id] : undefined);
  const problemOf = (question: Question) => saidOf(question) ?? (told.has(question.id) ? answerProblem(question, answers[question.id]) : undefined);
  const toldHere = page.filter((question) => told.has(question.id) && problemOf(question) !== undefined);

  /** @param to among the pages that have something to show */
  const goTo = (to: number) => {
    focusNext.current = 'heading';
    setWanted(numbers[to] ?? at);
  };
  const tell = (ids: readonly string[]) => {
    focusNext.current = 'summary';
    setTold(new Set(ids));
    setWanted(pages.findIndex((one) => one.some(({ id }) => ids.includes(id))));
  };
  const wrongOn = (asked: readonly Question[]) => asked.filter((question) => (saidOf(question) ?? answerProblem(question, answers[question.id])) !== undefined).map(({ id }) => id);

  const finish = async () => {
    setBusy(true);
    try {
      const problems = (await onFinish()) ?? NOTHING;
      setRefused({ problems, answers });
      if (Object.keys(problems).length > 0) tell(Object.keys(problems));
    } finally {
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || disabled) return;
    const wrong = wrongOn(isLast ? shown : page);
    if (wrong.length > 0) return tell(wrong);
    setTold(new Set());
    if (isLast) await finish();
    else goTo(turn + 1);
  };
  return { heading, summary, numbers, turn, isLast, page, shown, problemOf, toldHere, busy, goTo, submit };
}

const NOTHING: AnswerProblems = {};

/** The first control of a question. */
function focusOn(form: HTMLFormElement | null, questionId: string): void {
  const question = Array.from(form?.querySelectorAll<HTMLElement>('[data-question]') ?? []).find(({ dataset }) => dataset['question'] === questionId);
  question?.querySelector<HTMLElement>('input:checked, input, select, textarea')?.focus();
}

/** The same function from one draw to the next, which calls the newest one. */
function useStable<Values extends unknown[]>(call: (...values: Values) => void): (...values: Values) => void {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...values) => latest.current(...values), []);
}
