import { draftsOf } from '../runtime/drafts';
import { same } from './merge';

/** Where a form keeps what is typed until it is saved. */
export interface DraftPlace<Values> {
  form: string;
  /** Which of several records the form shows. */
  record?: string;
  /** Fields that are never written down. */
  never?: readonly (keyof Values & string)[];
}

/** What was typed into some fields, and what it took the place of. */
export interface Draft<Values> {
  before: Partial<Values>;
  typed: Partial<Values>;
}

type Drafts = Record<string, Draft<object>>;

/**
 * What an account has typed and not saved: in this tab alone (`sessionStorage`), with the account's id, so that another one
 * never reads it. The session forgets it when the person signs out or is signed out; what a visitor typed, at the sign-in.
 */
export function recallDraft<Values extends object>(account: string | undefined, place: DraftPlace<Values>): Draft<Values> | undefined {
  return read(account)[nameOf(place)] as Draft<Values> | undefined;
}

/** Writes down the fields whose content is another one than before; nothing where none is. */
export function keepDraft<Values extends object>(account: string | undefined, place: DraftPlace<Values>, before: Values, typed: Values): void {
  const changed = (Object.keys(typed) as (keyof Values & string)[]).filter(
    (field) => !place.never?.includes(field) && !same(before[field], typed[field]),
  );
  if (changed.length === 0) return forgetDraft(account, place);
  const only = (values: Values) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  write(account, { ...read(account), [nameOf(place)]: { before: only(before), typed: only(typed) } });
}

export function forgetDraft(account: string | undefined, place: { form: string; record?: string }): void {
  const drafts = read(account);
  delete drafts[nameOf(place)];
  write(account, drafts);
}

/** Forgets what was typed into some forms, whatever record they showed: the person chose to leave it behind. */
export function forgetDrafts(account: string | undefined, forms: readonly string[]): void {
  const rest = Object.entries(read(account)).filter(([name]) => !forms.includes(name.split('/')[0] ?? ''));
  write(account, Object.fromEntries(rest));
}

function nameOf({ form, record = '' }: { form: string; record?: string }): string {
  return `${form}/${record}`;
}

function read(account = ''): Drafts {
  try {
    const kept = sessionStorage.getItem(draftsOf(account));
    if (kept?.startsWith(account)) return JSON.parse(kept.slice(account.length)) as Drafts;
    sessionStorage.removeItem(draftsOf(account));
  } catch {
    // Nothing that can be read.
  }
  return {};
}

/** Whose it is stands in front. */
function write(account = '', drafts: Drafts): void {
  try {
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(draftsOf(account));
    else sessionStorage.setItem(draftsOf(account), account + JSON.stringify(drafts));
  } catch {
    // Storage is full or switched off: what was typed is then kept by the page alone.
  }
}
