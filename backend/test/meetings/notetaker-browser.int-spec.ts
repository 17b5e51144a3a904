import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeetingRoom, MeetingStandIn } from '../../../docker/local/src/meetings/meeting-stand-in';
import { findChromium } from '../../../docker/local/src/test-run/chromium';
import { BrowserEngine, PATIENCE } from '../../src/integrations/meetings/browser-engine';
import { HeardSound, MeetingEnd, MeetingPlatform } from '../../src/integrations/meetings/meeting-engine';
import { clearestOf, strengthOf } from '../harness/sound';

/** What came of a visit. */
interface Visited {
  end: Promise<MeetingEnd>;
  /** In order: what was told, `heard` once for each chunk. */
  told: string[];
  sounds: HeardSound[];
  stop: AbortController;
}

const RATE = 16_000;
let standIn: MeetingStandIn;
let folder: string;
let chromium: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-notetaker-'));
  chromium = (await findChromium(folder)).path;
  standIn = await MeetingStandIn.open();
});
afterAll(async () => {
  await standIn.close();
  rmSync(folder, { recursive: true, force: true });
});

function visit(path: string, patience: Partial<typeof PATIENCE> = {}, rate = RATE): Visited {
  const engine = new BrowserEngine({ chromium, sandbox: false, testOrigin: standIn.origin, patience: { ...PATIENCE, ...patience } });
  const [told, sounds, stop] = [[] as string[], [] as HeardSound[], new AbortController()];
  const platform: MeetingPlatform = path.startsWith('/wc/') || path.startsWith('/j/') ? 'zoom' : 'google_meet';
  const meeting = { platform, url: standIn.origin + path, displayName: 'AI Notetaker for Ada (recording)', announcement: 'This is recorded.', rate };
  const tell = (what: string) => () => Promise.resolve(void told.push(what));
  const listener = { waits: tell('waits'), admitted: tell('admitted'), heard: (sound: HeardSound) => Promise.resolve(void (told.push('heard'), sounds.push(sound))) };
  return { end: engine.visit(meeting, listener, stop.signal), told, sounds, stop };
}

const until = async (met: () => boolean): Promise<void> => {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 50));
};

function roomAt(path: string, set: Partial<MeetingRoom> = {}): MeetingRoom {
  return Object.assign(standIn.room(path), set);
}

it('waits under its own name until somebody lets it in, says that it records, and hears everybody in the meeting', async () => {
  const room = roomAt('/aaa-aaaa-aaa');
  const { end, told, sounds } = visit('/aaa-aaaa-aaa');
  await until(() => told.includes('waits'));
  expect([room.asked, room.said, sounds.length]).toEqual([['AI Notetaker for Ada (recording)'], [], 0]);
  room.admit();
  await until(() => sounds.length >= 3);
  expect(room.said).toEqual(['This is recorded.']);
  room.show('kicked');
  expect(await end).toBe('kicked');
  expect(told.slice(0, 3)).toEqual(['waits', 'admitted', 'heard']);
  const middle = sounds[1]?.pcm ?? Buffer.alloc(0);
  expect(middle.length).toBe(RATE * 2 * 2);
  const [low, high, ...others] = [440, 1_000, 300, 700, 2_000].map((frequency) => strengthOf(clearestOf(middle, 440, RATE), frequency, RATE));
  expect(low).toBeGreaterThan(0.1);
  expect(high).toBeGreaterThan(0.1);
  expect(Math.max(...others)).toBeLessThan(0.01);
  expect(sounds.map(({ seq }) => seq)).toEqual(sounds.map((_sound, at) => at));
  expect(sounds[2]?.startFrame).toBe(RATE * 4);
});

it('leaves when it is called back, and hands over what it has heard until then', async () => {
  const room = roomAt('/bbb-bbbb-bbb', { answer: 'call' });
  const { end, sounds, stop } = visit('/bbb-bbbb-bbb', {}, 44_100);
  await until(() => sounds.length >= 1);
  stop.abort();
  expect(await end).toBe('called_back');
  expect(room.left).toBe(1);
  const [first, last] = [sounds[0], sounds.at(-1)];
  expect(first?.pcm.length).toBe(44_100 * 2 * 2);
  // The last one is cut off in the middle of its two seconds.
  expect(last?.pcm.length).toBeLessThan(44_100 * 2 * 2);
  expect(last?.startFrame).toBe(44_100 * 2 * (sounds.length - 1));
});

it('a page of somebody else within the meeting’s reaches no address by WebRTC; the meeting’s own sound comes', async () => {
  const inside = createSocket('udp4');
  inside.bind(0, '127.0.0.1');
  await once(inside, 'listening');
  let packets = 0;
  inside.on('message', () => (packets += 1));
  const foreign = `<script>const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${inside.address().port}' }] }); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o));</script>`;
  const room = roomAt('/ddd-dddd-ddd', { answer: 'call', foreign });
  const { end, sounds } = visit('/ddd-dddd-ddd');
  await until(() => sounds.length >= 2);
  room.show('ended');
  expect(await end).toBe('host_ended');
  inside.close();
  expect(packets).toBe(0);
});

it('a page that computes for seconds is late with what was heard, and misses nothing of it', async () => {
  const room = roomAt('/eee-eeee-eee', { answer: 'call', computes: 1_500 });
  const { end, sounds } = visit('/eee-eeee-eee');
  await until(() => sounds.length >= 5);
  Object.assign(room, { computes: 0, view: 'ended' });
  expect(await end).toBe('host_ended');
  expect(sounds.slice(0, 5).map(({ startFrame }) => startFrame / RATE)).toEqual([0, 2, 4, 6, 8]);
});

it('says of Zoom’s wall what it is, at once, and tries nothing to come past it', async () => {
  const room = roomAt('/wc/12345678901/join', { view: 'rtms' });
  const { end, told } = visit('/j/12345678901?pwd=secret');
  expect([await end, told, room.asked]).toEqual(['zoom_rtms_required', [], []]);
});

it('hears on while the machine’s clock is put back by ten minutes', async () => {
  const room = roomAt('/ccc-cccc-ccc', { answer: 'call' });
  const { end, sounds } = visit('/ccc-cccc-ccc');
  await until(() => sounds.length >= 1);
  const now = Date.now.bind(Date);
  const moved = jest.spyOn(Date, 'now').mockImplementation(() => now() - 600_000);
  const before = sounds.length;
  await until(() => sounds.length >= before + 2);
  moved.mockRestore();
  room.show('ended');
  expect(await end).toBe('host_ended');
  expect(sounds.map(({ startFrame }) => startFrame).slice(0, 3)).toEqual([0, RATE * 2, RATE * 4]);
});
