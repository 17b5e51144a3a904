import { sampleId } from '../../../test-kit';
import { heardHere, sampleDeviceKey } from '../../../testing/heard-here';
import { WaitingSound } from './waiting-sound';

const HOUR_MS = 3_600_000;

/** Sound that somebody left here so many hours ago. */
async function leave(sound: WaitingSound, hours: number, account = sampleId()): Promise<string> {
  const sessionId = sampleId();
  const at = Date.now() - hours * HOUR_MS;
  await sound.keepOpen({ account, sessionId, fence: 1, part: 1, rate: 16_000, at });
  await sound.unlock(sessionId, sampleDeviceKey().json.device_key);
  await sound.add(sessionId, { part: 1, seq: 0, startFrame: 0, capturedAt: new Date(at).toISOString() }, structuredClone(new ArrayBuffer(64_000)));
  return sessionId;
}

it('what anybody left for more than a day goes when somebody else comes, also of a session that another one took the place of', async () => {
  heardHere();
  const sound = new WaitingSound();
  const [old, young] = [await leave(sound, 25), await leave(sound, 23)];
  const account = sampleId();
  const replaced = await leave(sound, 30, account);
  await leave(sound, 0, account);
  await sound.readOpen(sampleId());
  expect([(await sound.list(old)).length, (await sound.list(replaced)).length, await sound.size(young)]).toEqual([0, 0, 64_000]);
});

it('opens nothing once it is locked, and what it had once it is unlocked again', async () => {
  heardHere();
  const sound = new WaitingSound();
  const session = await leave(sound, 0);
  const [name = ''] = await sound.list(session);
  sound.lock();
  expect(await sound.open(session, name)).toBe('locked');
  await sound.unlock(session, sampleDeviceKey().json.device_key);
  expect(await sound.open(session, name)).toMatchObject({ place: { part: 1, seq: 0 } });
});
