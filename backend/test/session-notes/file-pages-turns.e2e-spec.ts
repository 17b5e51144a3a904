import sharp from 'sharp';
import { PageDrawer } from '../../src/modules/session-notes/files/file-inspection';
import { addFile, bytesOf, pictureOf } from '../harness/note-files';
import { eventually } from '../harness/outbox-worker';
import { DEEDS, writeNote } from '../harness/session-notes';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
afterEach(() => jest.restoreAllMocks());

it('heavy pages are bounded by the time that they take, and who has had more of it lets others go first', async () => {
  let clock = 0;
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + clock);
  let takes = 0;
  let ready: Promise<void> = Promise.resolve();
  const drawer = test.app.get(PageDrawer);
  const draw = drawer.drawPage.bind(drawer);
  const drawn = jest.spyOn(drawer, 'drawPage').mockImplementation(async (...what) => {
    const [ms, isReady] = [takes, ready];
    await isReady;
    clock += ms;
    const picture = await draw(...what);
    widths.push((await sharp(picture.bytes).metadata()).width);
    return picture;
  });
  /** Which page was drawn when: its answer may be on its way while the next one is drawn. */
  const widths: number[] = [];
  const looker = async (width: number): Promise<() => Promise<number>> => {
    const png = await pictureOf(width).png().toBuffer();
    const therapist = await signInTherapist(test);
    const { id } = await writeNote(therapist);
    const path = `${DEEDS}/${id}/files/${(await addFile(therapist, id, png)).id}/pages/1/image`;
    return async () => (await bytesOf(therapist.get(path))).status;
  };
  const [FIRST, HEAVY, LIGHT] = [60, 70, 80];
  const [first, heavy, light] = [await looker(FIRST), await looker(HEAVY), await looker(LIGHT)];

  takes = 6_000;
  expect(await heavy()).toBe(200);
  takes = 0;
  let letGo: () => void = () => undefined;
  ready = new Promise((resolve) => (letGo = resolve));
  const begun = drawn.mock.calls.length;
  widths.length = 0;
  const looking = [first()];
  await eventually(() => expect(drawn.mock.calls.length).toBe(begun + 1));
  for (const [name, look] of [['heavy', heavy], ['light', light]] as const) {
    looking.push(look());
    await eventually(async () => expect((await test.database.query(`select from limit_hits where scope = 'note-page-draws'`)).length).toBe(name === 'heavy' ? 3 : 4));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  letGo();
  await Promise.all(looking);
  expect(widths).toEqual([FIRST, LIGHT, HEAVY]);

  takes = 6_000;
  const statuses: number[] = [];
  for (let times = 0; times < 11; times += 1) statuses.push(await heavy());
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(9);
  expect(statuses.at(-1)).toBe(429);
  expect(await light()).toBe(200);
});
