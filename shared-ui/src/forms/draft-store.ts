import { readDrafts, writeDraft } from '@attune/shared-ui/runtime';
import { same } from './merge';

/** Where a form keeps what is typed until it is saved. */
export interface DraftPlace<Values> {
  form: string;
  /** Which of several records the form shows. */
  record?: string;
  /** Fields that are never written down. */
  never?: readonly (keyof Values & string)[];
  /** Its fields hang together: what was typed is kept with all the others, and never mixed with what was saved elsewhere meanwhile. */
  whole?: boolean;
}

/** What was typed into some fields, and what it took the place of. */
export interface Draft<Values> {
  before: Partial<Values>;
  typed: Partial<Values>;
}

export function recallDraft<Values extends object>(account: string | undefined, place: DraftPlace<Values>): Draft<Values> | undefined {
  return readDrafts<Draft<Values>>(account)[nameOf(place)];
}

/** Writes down the fields whose content is another one than before; nothing where none is. */
export function keepDraft<Values extends object>(account: string | undefined, place: DraftPlace<Values>, before: Values, typed: Values): void {
  const fields = (Object.keys(typed) as (keyof Values & string)[]).filter((field) => !place.never?.includes(field));
  const changed = fields.filter((field) => !same(before[field], typed[field]));
  if (changed.length === 0) return forgetDraft(account, place);
  const kept = place.whole ? fields : changed;
  const only = (values: Values) => Object.fromEntries(kept.map((field) => [field, values[field]]));
  writeDraft(account, nameOf(place), { before: only(before), typed: only(typed) });
}

/** Lays a draft that was kept elsewhere where the form looks for it, unless this tab has a newer one. */
export function layDraft<Values extends object>(account: string | undefined, place: DraftPlace<Values>, { before, typed, savedAt }: { before: Values; typed: Values; savedAt: string }): void {
  const present = readDrafts<Draft<Values>>(account)[nameOf(place)];
  if (present === undefined || present.at < Date.parse(savedAt)) keepDraft(account, place, before, typed);
}

/** The records of a form of which this tab has a draft, with what was typed and when. */
export function listDrafts<Values extends object>(account: string | undefined, form: string): { record: string; typed: Partial<Values>; at: number }[] {
  return Object.entries(readDrafts<Draft<Values>>(account)).flatMap(([name, draft]) =>
    draft && name.startsWith(`${form}/`) ? [{ record: name.slice(form.length + 1), typed: draft.typed, at: draft.at }] : [],
  );
}

export function forgetDraft(account: string | undefined, place: { form: string; record?: string }): void {
  writeDraft(account, nameOf(place));
}

/** Forgets what was typed into some forms, whatever record they showed: the person chose to leave it behind. */
export function forgetDrafts(account: string | undefined, forms: readonly string[]): void {
  const names = Object.keys(readDrafts(account)).filter((name) => forms.includes(name.split('/')[0] ?? ''));
  for (const name of names) writeDraft(account, name);
}

function nameOf({ form, record = '' }: { form: string; record?: string }): string {
  return `${form}/${record}`;
}
