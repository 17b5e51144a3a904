import { foldedTexts, holdsAll, OpenedNotes } from './opened-notes';

const MEGABYTE = 1024 * 1024;
let opened: OpenedNotes;

beforeEach(() => {
  opened = new OpenedNotes();
});
afterEach(() => opened.onModuleDestroy());

const keep = (therapist: string, id: string, content = 'Words', mark = '1') => opened.keep(therapist, id, mark, { title: 'Größe', content, tags: ['Große Pause'] });

it('keeps a note as it is searched, until it has another mark', () => {
  opened.use('ada');
  keep('ada', 'one');
  expect(opened.find('ada', 'one', '1')).toEqual({ mark: '1', text: Buffer.from('grosse\nwords\ngrosse pause'), tags: ['grosse pause'] });
  expect(opened.find('ada', 'one', '2')).toBeUndefined();
  expect(opened.find('bo', 'one', '1')).toBeUndefined();
  keep('ada', 'one', 'More words', '2');
  expect(opened.find('ada', 'one', '1')).toBeUndefined();
  expect(opened.find('ada', 'one', '2')).toBeDefined();
  opened.forget('ada', 'one');
  expect(opened.size).toEqual({ bytes: 0, therapists: 1 });
});

it('drops what was not searched for ten minutes', () => {
  opened.use('ada');
  keep('ada', 'one');
  opened.dropUnused(performance.now() + 9 * 60_000);
  expect(opened.find('ada', 'one', '1')).toBeDefined();
  opened.dropUnused(performance.now() + 11 * 60_000);
  expect(opened.size).toEqual({ bytes: 0, therapists: 0 });
  // An answer that was still under way is used and not kept.
  expect(keep('ada', 'two').mark).toBe('1');
  expect(opened.find('ada', 'two', '1')).toBeUndefined();
});

it('holds 96 MB: whoever searched longest ago makes room, and what does not fit is not kept', () => {
  const large = 'x'.repeat(10 * MEGABYTE);
  for (const therapist of ['ada', 'bo', 'cy']) opened.use(therapist);
  for (let n = 0; n < 4; n += 1) for (const therapist of ['ada', 'bo']) keep(therapist, `note ${n}`, large);
  opened.use('ada');
  keep('cy', 'note', large);
  keep('cy', 'another', large);
  expect([opened.find('ada', 'note 0', '1'), opened.find('bo', 'note 0', '1'), opened.find('cy', 'another', '1')].map((note) => note !== undefined)).toEqual([true, false, true]);
  for (let n = 4; n < 20; n += 1) keep('ada', `note ${n}`, large);
  expect(opened.size.therapists).toBe(1);
  expect(opened.size.bytes).toBeLessThanOrEqual(96 * MEGABYTE);
  expect(opened.find('ada', 'note 0', '1')).toBeDefined();
  expect(opened.find('ada', 'note 19', '1')).toBeUndefined();
});

/** How often others had their turn meanwhile. */
function countTurns(): { end: () => number } {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  return {
    end: () => {
      clearImmediate(next);
      return turns;
    },
  };
}

it('reads and searches what was read of files piece by piece: others wait for none of it long', async () => {
  // Letters that come apart into many, which is the most work.
  const pages = Array.from({ length: 60 }, (_, page) => `${'\u3300 '.repeat(20_000)} Zürich${page}`);
  const turns = countTurns();
  const text = await foldedTexts({ title: 'Größe', content: 'Words', tags: ['Große Pause'] }, pages);
  const found = await holdsAll(text, ['grosse', 'zurich0', 'zurich59', 'pause'].map((word) => Buffer.from(word)));
  const missed = await holdsAll(text, ['grosse', 'zurich60'].map((word) => Buffer.from(word)));
  expect([found, missed, text.length > 10_000_000]).toEqual([true, false, true]);
  // Once for every page, at least.
  expect(turns.end()).toBeGreaterThan(pages.length);
});

it('finds a word wherever it stands in a long text', async () => {
  for (const at of [0, 499_998, 500_000, 999_999, 1_199_994]) {
    const text = Buffer.alloc(1_200_000, 'x');
    text.write('needle', at);
    expect(await holdsAll(text, [Buffer.from('needle')])).toBe(true);
  }
});
