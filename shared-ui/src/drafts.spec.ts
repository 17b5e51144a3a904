import { forgetAllDrafts, openDrafts, prepareDrafts, readDrafts, writeDraft } from './drafts';

const KEY = btoa('k'.repeat(32));
const OTHER = btoa('o'.repeat(32));
const NOTE = { text: 'She told me today' };
const lies = () => JSON.stringify({ ...sessionStorage });

beforeEach(() => openDrafts(null));

it('until the cipher is there, an account’s words are in memory alone, and go with the session', () => {
  openDrafts('ana', KEY);
  writeDraft('ana', 'note', NOTE);
  expect([lies(), readDrafts('ana')]).toEqual(['{}', { note: { ...NOTE, at: expect.any(Number) } }]);
  forgetAllDrafts();
  expect(readDrafts('ana')).toEqual({});
});

it('what an account types lies sealed, and behind a logout nothing opens it, wherever it was left', async () => {
  await prepareDrafts();
  openDrafts('ana', KEY);
  writeDraft('ana', 'note', NOTE);
  expect(lies()).not.toContain('told');
  const left = { ...sessionStorage };
  openDrafts(null);
  openDrafts('ana', OTHER);
  expect(readDrafts('ana')).toEqual({});
  openDrafts('ben', KEY);
  Object.assign(sessionStorage, left);
  expect(readDrafts('ben')).toEqual({});
  openDrafts('ana', KEY);
  Object.assign(sessionStorage, left);
  expect(readDrafts('ana')).toMatchObject({ note: NOTE });
});

it('the same person in a new session takes it along', () => {
  openDrafts('ana', KEY);
  writeDraft('ana', 'note', NOTE);
  openDrafts('ana', OTHER);
  openDrafts(null);
  openDrafts('ana', OTHER);
  expect(readDrafts('ana')).toMatchObject({ note: NOTE });
});

it('nothing is written down for who is not signed in any more', () => {
  openDrafts('ana', KEY);
  openDrafts(null);
  writeDraft('ana', 'note', NOTE);
  openDrafts('ben', OTHER);
  writeDraft('ana', 'note', NOTE);
  expect(sessionStorage).toHaveLength(0);
});

it('a visitor’s words last half an hour', () => {
  writeDraft('', 'booking', { ...NOTE, at: Date.now() - 29 * 60_000 });
  expect(readDrafts('')).toMatchObject({ booking: NOTE });
  writeDraft('', 'booking', { ...NOTE, at: Date.now() - 30 * 60_000 });
  expect(readDrafts('')).toEqual({});
});
