import type * as seals from './sealed-text';
import { WORDS_KEY } from './runtime/search-words';

/** What was typed and not saved yet, by name; `at` is when, in epoch milliseconds. */
type Drafts<Draft extends object> = Partial<Record<string, Draft & { at: number }>>;

/** Somebody who types without an account may have left the computer to somebody else. */
const LIFETIME_MS = { account: 24 * 60 * 60_000, visitor: 30 * 60_000 };
const KEY_BYTES = 32;

/** Stands in for a storage that is switched off, and for a cipher that did not come: then what was typed lasts as long as the page, or until somebody else types. */
let memory = { place: '', text: '' };
/** Who is signed in, and what their drafts are sealed with: it is in no storage, and the server tells it for as long as their session lives. */
let owner: { account: string; key: Uint8Array } | undefined;

/** Comes with the first account: a visitor's page does not pay for it. */
let cipher: typeof seals | undefined;
let coming: Promise<void> | undefined;

/** Fetches what seals drafts. Never rejects; where it does not come, an account's drafts are kept in memory alone, and the next call tries again. */
export function prepareDrafts(): Promise<void> {
  const there = (module: typeof seals) => void (cipher = module);
  coming ??= import('./sealed-text').then(there, () => (coming = undefined));
  return coming;
}

/**
 * From now on drafts are kept and read in the name of this account alone, or without one in nobody's.
 * @param draftKey of the session, 32 bytes in base64; a server that tells none leaves drafts readable for as long as the page is there
 */
export function openDrafts(account: string | null, draftKey?: string): void {
  if (account === null) return void (owner = undefined);
  const told = draftKey === undefined ? new Uint8Array() : bytesOf(draftKey);
  const known = owner?.account === account ? owner.key : undefined;
  if (told.length !== KEY_BYTES && known) return;
  const key = told.length === KEY_BYTES ? told : crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  // The same person in a new session takes along what lies here.
  const kept = known && readDrafts(account);
  owner = { account, key };
  if (kept) keep(account, kept);
}

/**
 * What an account has typed and not saved, or a visitor (no account): kept in this tab alone (`sessionStorage`), for 24 hours, a visitor's for
 * half an hour. An account's is sealed (XChaCha20-Poly1305): once its session is over nobody reads it, wherever it lies.
 */
export function readDrafts<Draft extends object>(account = ''): Drafts<Draft> {
  if (!mayTouch(account)) return {};
  const place = placeOf(account !== '');
  const lifetime = account === '' ? LIFETIME_MS.visitor : LIFETIME_MS.account;
  try {
    const drafts = Object.entries(JSON.parse((account === '' ? textAt(place) : opened(place)) || '{}') as Record<string, Draft & { at: number }>);
    return Object.fromEntries(drafts.filter(([, { at }]) => Date.now() - at < lifetime));
  } catch {
    // Nothing that can be read, or somebody else's.
  }
  write(place, '');
  return {};
}

/** Keeps a draft under its name, from now or from its own `at` on; without one, forgets it. Nothing is kept for who is not signed in (any more). */
export function writeDraft(account = '', name: string, draft?: object): void {
  if (mayTouch(account)) keep(account, { ...readDrafts(account), [name]: draft && { at: Date.now(), ...draft } });
}

/** Whoever signs out, or is signed out, leaves nothing to the next person; nor does a visitor who signs in. */
export function forgetOtherDrafts(user: object | null): void {
  write(placeOf(user === null), '');
}

/** Whoever signs out leaves nothing, of what was typed without an account either: a form's answers were perhaps theirs. */
export function forgetAllDrafts(): void {
  for (const place of [placeOf(true), placeOf(false), WORDS_KEY]) write(place, '');
}

function mayTouch(account: string): boolean {
  return account === '' || account === owner?.account;
}

function keep(account: string, drafts: object): void {
  const text = JSON.stringify(drafts);
  const place = placeOf(account !== '');
  if (account !== '' && !cipher) memory = { place, text };
  else write(place, text === '{}' ? '' : account === '' ? text : sealed(text));
}

function sealed(text: string): string {
  if (!owner || !cipher) throw new Error('Nobody is signed in.');
  return cipher.seal(text, owner);
}

function opened(place: string): string {
  if (!cipher) return memory.place === place ? memory.text : '';
  const text = textAt(place);
  if (text === '') return '';
  if (!owner) throw new Error('Nobody is signed in.');
  return cipher.unseal(text, owner);
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
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
  if (memory.place === place) memory = { place, text: '' };
  try {
    if (text === '') sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, text);
  } catch {
    memory = { place, text };
  }
}
