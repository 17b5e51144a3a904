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
  const png = await pictureOf().png().toBuffer();
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
    return draw(...what);
  });
  const looker = async (): Promise<() => Promise<number>> => {
    const therapist = await signInTherapist(test);
    const { id } = await writeNote(therapist);
    const path = `${DEEDS}/${id}/files/${(await addFile(therapist, id, png)).id}/pages/1/image`;
    return async () => (await bytesOf(therapist.get(path))).status;
  };
  const [first, heavy, light] = [await looker(), await looker(), await looker()];

  takes = 6_000;
  expect(await heavy()).toBe(200);
  takes = 0;
  let letGo: () => void = () => undefined;
  ready = new Promise((resolve) => (letGo = resolve));
  const order: string[] = [];
  const begun = drawn.mock.calls.length;
  const looking = [first().then(() => order.push('first'))];
  await eventually(() => expect(drawn.mock.calls.length).toBe(begun + 1));
  for (const [name, look] of [['heavy', heavy], ['light', light]] as const) {
    looking.push(look().then(() => order.push(name)));
    await eventually(async () => expect((await test.database.query(`select from limit_hits where scope = 'note-page-draws'`)).length).toBe(name === 'heavy' ? 3 : 4));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  letGo();
  await Promise.all(looking);
  // An answer may be on its way while the next page is drawn.
  expect(order.indexOf('heavy')).toBe(2);

  takes = 6_000;
  const statuses: number[] = [];
  for (let times = 0; times < 11; times += 1) statuses.push(await heavy());
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(9);
  expect(statuses.at(-1)).toBe(429);
  expect(await light()).toBe(200);
});
