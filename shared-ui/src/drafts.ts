/** What was typed and not saved yet, by name; `at` is when, in epoch milliseconds. */
type Drafts<Draft extends object> = Partial<Record<string, Draft & { at: number }>>;

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Stands in for a storage that is switched off: then what was typed lasts as long as the page, or until somebody else types. */
let memory = { place: '', text: '' };

/**
 * What an account has typed and not saved, or a visitor (no account): kept in this tab alone (`sessionStorage`), for 24 hours. The
 * account's id stands in front, so that another one never reads it.
 */
export function readDrafts<Draft extends object>(account = ''): Drafts<Draft> {
  const place = placeOf(account !== '');
  const kept = textAt(place);
  try {
    if (kept.startsWith(account)) {
      const drafts = Object.entries(JSON.parse(kept.slice(account.length) || '{}') as Record<string, Draft & { at: number }>);
      return Object.fromEntries(drafts.filter(([, { at }]) => Date.now() - at < LIFETIME_MS));
    }
  } catch {
    // Nothing that can be read.
  }
  write(place, '');
  return {};
}

/** Keeps a draft under its name, from now or from its own `at` on; without one, forgets it. */
export function writeDraft(account = '', name: string, draft?: object): void {
  const text = JSON.stringify({ ...readDrafts(account), [name]: draft && { at: Date.now(), ...draft } });
  write(placeOf(account !== ''), text === '{}' ? '' : account + text);
}

/** Whoever signs out, or is signed out, leaves nothing to the next person; nor does a visitor who signs in. */
export function forgetOtherDrafts(user: object | null): void {
  write(placeOf(user === null), '');
}

/** Whoever signs out leaves nothing, of what was typed without an account either: a form's answers were perhaps theirs. */
export function forgetAllDrafts(): void {
  for (const known of [true, false]) write(placeOf(known), '');
}

function placeOf(known: boolean): string {
  return `attune-drafts-${known ? 'account' : 'visitor'}`;
}

function textAt(place: string): string {
  try {
    return sessionStorage.getItem(place) ?? '';
  } catch {
    return memory.place === place ? memory.text : '';
  }
}

function write(place: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, text);
  } catch {
    memory = { place, text };
  }
}
