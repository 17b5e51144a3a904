import type { Limits } from '../../../common/limits/limits';
import type { NotePlace, NoteRepository, OpenedTexts } from '../notes/note.repository';
import type { NotePageRepository } from '../reading/page.repository';
import { NoteSearchService } from './note-search.service';
import { OpenedNotes } from './opened-notes';

const NOTES = 250;
const THERAPIST = 'therapist';
const EVERYWHERE = { clientId: undefined, bookingId: undefined, after: undefined };

/** Notes that count how often they are opened. */
class CountedNotes {
  opened = 0;
  fails = false;
  readonly places: NotePlace[] = Array.from({ length: NOTES }, (_, index) => ({ id: `${index}`, mark: '1', at: '', bytes: 100 }));

  listPlaces(): Promise<NotePlace[]> {
    return this.fails ? Promise.reject(new Error('the database is away')) : Promise.resolve(this.places);
  }

  listTexts(_: string, ids: readonly string[]): Promise<OpenedTexts[]> {
    this.opened += ids.length;
    return Promise.resolve(ids.map((id) => ({ id, mark: '1', texts: { title: `Session ${id}`, content: id === '7' ? 'zephyr' : 'calm', tags: [] } })));
  }
}

let notes: CountedNotes;
let opened: OpenedNotes;
let search: NoteSearchService;

beforeEach(() => {
  notes = new CountedNotes();
  opened = new OpenedNotes();
  const limits = { reserve: () => Promise.resolve(0) };
  const pages = { listPagesOfNotes: () => Promise.resolve([]) };
  search = new NoteSearchService(notes as unknown as NoteRepository, pages as unknown as NotePageRepository, opened, limits as unknown as Limits);
});
afterEach(async () => {
  await search.beforeApplicationShutdown();
  opened.onModuleDestroy();
});

const searchOf = (id: string, q: string) => search.search({ id, address: '192.0.2.1' }, { ...EVERYWHERE, q, tag: undefined }, 10, new AbortController().signal);
const find = async (q: string) => (await searchOf(THERAPIST, q)).places;

it('a search waits for what is being opened beforehand and opens nothing twice', async () => {
  search.openBeforehand(THERAPIST);
  expect(await find('zephyr')).toMatchObject([{ id: '7' }]);
  expect(notes.opened).toBe(NOTES);
  await find('calm');
  search.openBeforehand(THERAPIST);
  await find('zephyr');
  expect(notes.opened).toBe(NOTES);
});

it('one therapist’s notes are opened at a time; another one who searches does not wait', async () => {
  search.openBeforehand(THERAPIST);
  search.openBeforehand('another');
  expect((await searchOf('another', 'zephyr')).places).toHaveLength(1);
  await find('zephyr');
  expect(notes.opened).toBe(2 * NOTES);
});

it('what cannot be opened beforehand costs the search nothing', async () => {
  notes.fails = true;
  search.openBeforehand(THERAPIST);
  await new Promise((resolve) => setTimeout(resolve, 5));
  notes.fails = false;
  expect(await find('zephyr')).toHaveLength(1);
});

it('a search that takes long ends with what it found, and says where', async () => {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const { listTexts } = notes;
  notes.listTexts = (...asked) => {
    now += 3_000;
    return listTexts.apply(notes, asked);
  };
  const cut = await searchOf(THERAPIST, 'zephyr');
  expect([cut.places.map(({ id }) => id), cut.cutAt?.id]).toEqual([['7'], '99']);
  clock.mockRestore();
  expect((await searchOf(THERAPIST, 'zephyr')).cutAt).toBeUndefined();
});

it('nothing is opened any more when the process ends', async () => {
  search.openBeforehand(THERAPIST);
  await search.beforeApplicationShutdown();
  expect(notes.opened).toBeLessThanOrEqual(100);
  search.openBeforehand('another');
  expect(opened.size.therapists).toBeLessThanOrEqual(1);
});
