import { answerProblem, isAnswered, type AnswerProblems, type Answers, type AnswerValue } from '@attune/shared-ui/intake';
import { readDrafts, useQueryClient, writeDraft } from '@attune/shared-ui/runtime';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { AnswerSaver, type SaverState, type Unsaved } from './answer-saver';
import { formLinkKey, saveAnswer, type FormLink, type FormSheet } from './forms.api';

/** As it lies in the tab; null takes an answer away. */
interface KeptAnswers {
  unsaved: [string, AnswerValue | null][];
}

/** The answers of a form on the screen: what the server has, and over it what is not saved yet. */
export interface FormAnswers {
  answers: Answers;
  problems: AnswerProblems;
  phase: SaverState['phase'];
  /** Some of what is typed is no whole answer yet, so it is only here. */
  hasUnfinished: boolean;
  give: (questionId: string, value: AnswerValue | undefined) => void;
  /** Saves what is left, now. @returns whether nothing is left */
  flush: () => Promise<boolean>;
  /** Nothing that is not saved stays in this tab. */
  forget: () => void;
}

export function useFormAnswers(token: string, sheet: FormSheet): FormAnswers {
  const queries = useQueryClient();
  const name = `form ${token}`;
  const { version, questions } = sheet;
  const questionOf = (id: string) => questions.find((question) => question.id === id);
  const ways = {
    save: (id: string, value: AnswerValue | undefined) => saveAnswer(token, version, id, isAnswered(value) ? value : undefined),
    isComplete: (id: string, value: AnswerValue | undefined) => {
      const question = questionOf(id);
      return question !== undefined && (!isAnswered(value) || answerProblem(question, value) === undefined);
    },
    onSaved: (id: string, value: AnswerValue | undefined) =>
      queries.setQueryData<FormLink>(formLinkKey(token), (link) => link && withAnswer(link, id, value)),
    onLost: () => void queries.invalidateQueries({ queryKey: formLinkKey(token) }),
    keep: (unsaved: Unsaved) => writeDraft('', name, unsaved.size > 0 ? ({ unsaved: [...unsaved].map(([id, value]) => [id, value ?? null]) } satisfies KeptAnswers) : undefined),
  };
  const [saver] = useState(() => new AnswerSaver(keptUnder(name), ways));
  useEffect(() => saver.use(ways));
  const { unsaved, refused, phase } = useSyncExternalStore(saver.subscribe, saver.read);

  useEffect(() => {
    const flush = () => void saver.flush();
    void saver.flush();
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', flush);
      saver.stop();
    };
  }, [saver, version]);

  const given: Record<string, AnswerValue> = Object.fromEntries(sheet.answers.map(({ question_id, value }) => [question_id, value]));
  const typed = [...unsaved].filter(([id]) => questionOf(id) !== undefined);
  const answers: Answers = { ...given, ...Object.fromEntries(typed) };
  return {
    answers,
    problems: Object.fromEntries(refused),
    phase,
    hasUnfinished: phase === 'idle' && typed.length > 0,
    give: (id, value) => saver.give(id, value),
    flush: async () => {
      await saver.flush();
      return [...saver.read().unsaved].every(([id]) => questionOf(id) === undefined);
    },
    forget: () => {
      saver.stop();
      writeDraft('', name);
    },
  };
}

function keptUnder(name: string): Unsaved {
  return new Map(readDrafts<KeptAnswers>('')[name]?.unsaved.map(([id, value]) => [id, value ?? undefined]));
}

function withAnswer(link: FormLink, questionId: string, value: AnswerValue | undefined): FormLink {
  if (!link.form) return link;
  const others = link.form.answers.filter(({ question_id }) => question_id !== questionId);
  const added = isAnswered(value) ? [{ question_id: questionId, value, answered_at: new Date().toISOString() }] : [];
  return { ...link, form: { ...link.form, answers: [...others, ...added] } };
}
