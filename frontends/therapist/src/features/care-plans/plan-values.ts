import { today } from '@attune/shared-ui/format';
import { randomId } from '../../random-id';
import type { CarePlan, NewPlanBody, PlanBody } from './care-plans.api';
import { clientAction } from './client-action';
import { editorMessages as messages } from './messages';

/** One action, or one goal, while it is written. Its id is the server's, or one that the editor made. */
export interface Line {
  id: string;
  text: string;
}

export interface GoalLine extends Line {
  progress: number;
}

/** A plan while it is written. */
export interface PlanValues {
  client_id: string | null;
  client_name: string;
  note_id: string | null;
  title: string;
  description: string;
  actions: Line[];
  goals: GoalLine[];
  follow_up_date: string;
  version: number;
}

export const NEW_PLAN: PlanValues = { client_id: null, client_name: '', note_id: null, title: '', description: '', actions: [], goals: [], follow_up_date: '', version: 0 };

export function valuesOf({ client_id, client_name, note_id, title, description, actions, goals, follow_up_date, version }: CarePlan): PlanValues {
  const lines = actions.map(({ id, text }) => ({ id, text }));
  return { client_id, client_name, note_id, title, description, actions: lines, goals, follow_up_date: follow_up_date ?? '', version };
}

/** What an analysis of a note says about what comes next. */
export interface NoteAnalysisDraft {
  title: string;
  homework: readonly { text: string }[];
  next_steps: readonly { text: string }[];
}

/** A plan to begin with, from a note and, where there is one, its analysis: each thing said there for the client to do is an action, once. */
export function valuesFromNote(note: { id: string; client_id: string; client_name: string }, analysis: NoteAnalysisDraft): PlanValues {
  const texts = [...analysis.homework, ...analysis.next_steps].map(({ text }) => clientAction(text).slice(0, MAX_LINE));
  const actions = [...new Set(texts.filter((text) => text !== ''))].slice(0, MAX_ACTIONS).map((text) => ({ id: randomId(), text }));
  return { ...NEW_PLAN, client_id: note.client_id, client_name: note.client_name, note_id: note.id, title: analysis.title.trim().slice(0, MAX_TITLE), actions };
}

export function bodyOf({ title, description, actions, goals, follow_up_date, version }: PlanValues): PlanBody {
  return {
    title: title.trim(),
    description,
    actions: actions.map(({ id, text }) => ({ id, text: text.trim() })),
    goals: goals.map(({ id, text, progress }) => ({ id, text: text.trim(), progress })),
    follow_up_date: follow_up_date === '' ? null : follow_up_date,
    version,
  };
}

export function newBodyOf(values: PlanValues): NewPlanBody {
  const { title, description, actions, goals, follow_up_date } = bodyOf(values);
  return { title, description, actions, goals, follow_up_date, client_id: values.client_id ?? '', note_id: values.note_id };
}

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 20_000;
const MAX_LINE = 500;
export const MAX_ACTIONS = 50;
export const MAX_GOALS = 20;

/** What is wrong before anything is sent. @param before the follow-up date that is stored: it may stay, though it has passed */
export function problemsOf({ client_id, title, description, actions, goals, follow_up_date }: PlanValues, before: string): Record<string, string> {
  const problems: Record<string, string> = {};
  if (client_id === null) problems['client_id'] = messages.clientRequired;
  if (title.trim() === '') problems['title'] = messages.titleRequired;
  if (title.trim().length > MAX_TITLE) problems['title'] = messages.titleTooLong;
  if (description.length > MAX_DESCRIPTION) problems['description'] = messages.descriptionTooLong;
  const check = (name: string, lines: readonly Line[], required: string) => {
    for (const [index, { text }] of lines.entries()) {
      if (text.trim() === '') problems[`${name}.${index}.text`] = required;
      if (text.trim().length > MAX_LINE) problems[`${name}.${index}.text`] = messages.lineTooLong;
    }
  };
  check('actions', actions, messages.actionRequired);
  check('goals', goals, messages.goalRequired);
  // The server asks by the practice's day, which may have begun already.
  if (follow_up_date !== '' && follow_up_date !== before && follow_up_date < today()) problems['follow_up_date'] = messages.followUpPast;
  return problems;
}

/** The same lines with one at another place. */
export function movedTo<L extends Line>(lines: readonly L[], from: number, to: number): L[] {
  const next = [...lines];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** A plan as one text, to be compared and copied. */
export function wholeText({ title, description, actions, goals, follow_up_date }: PlanValues): string {
  const part = (name: string, lines: readonly string[]) => (lines.length > 0 ? ['', `${name}:`, ...lines.map((line) => `- ${line}`)] : []);
  return [
    title,
    ...(description.trim() === '' ? [] : ['', description]),
    ...part('Actions', actions.map(({ text }) => text)),
    ...part('Goals', goals.map(({ text, progress }) => `${text} (${progress} %)`)),
    ...(follow_up_date === '' ? [] : ['', `Follow-up: ${follow_up_date}`]),
  ].join('\n');
}
