import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeetingRoom, MeetingStandIn, RoomView } from '../../../docker/local/src/meetings/meeting-stand-in';
import { findChromium } from '../../../docker/local/src/test-run/chromium';
import { BrowserEngine, PATIENCE } from '../../src/integrations/meetings/browser-engine';
import type { HeardSound, MeetingEnd } from '../../src/integrations/meetings/meeting-engine';
import { clearestOf, strengthOf } from '../harness/sound';

const RATE = 16_000;
/** What a host has others wait for is short here. */
const IMPATIENT = { ...PATIENCE, unknown: 4_000, notStarted: 3_000, lobby: 4_000, sound: 5_000, alone: 4_000 };
let standIn: MeetingStandIn;
let folder: string;
let engine: BrowserEngine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-hosts-'));
  standIn = await MeetingStandIn.open();
  engine = new BrowserEngine({ chromium: (await findChromium(folder)).path, sandbox: false, testOrigin: standIn.origin, patience: IMPATIENT });
});
afterAll(async () => {
  await standIn.close();
  rmSync(folder, { recursive: true, force: true });
});

let rooms = 0;
/** @returns how it ended, and whether anything was heard before the host had let it in */
async function visit(set: Partial<MeetingRoom>, then: (room: MeetingRoom, sounds: readonly HeardSound[]) => Promise<void> = () => Promise.resolve()): Promise<{ end: MeetingEnd; sounds: HeardSound[]; early: boolean }> {
  rooms += 1;
  const path = `/hst-room-${String.fromCharCode(97 + Math.floor(rooms / 26))}${String.fromCharCode(97 + (rooms % 26))}a`;
  const room = Object.assign(standIn.room(path), set);
  const sounds: HeardSound[] = [];
  let [isIn, early] = [false, false];
  const listener = {
    waits: () => Promise.resolve(),
    admitted: () => Promise.resolve(void (isIn = room.view === 'call')),
    heard: (sound: HeardSound) => {
      early ||= !isIn || room.said.length === 0;
      return Promise.resolve(void sounds.push(sound));
    },
  };
  const visited = engine.visit({ platform: 'google_meet', url: standIn.origin + path, displayName: 'AI Notetaker', announcement: 'This is recorded.', rate: RATE }, listener, new AbortController().signal);
  await then(room, sounds);
  return { end: await visited, sounds, early };
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const heard = async (sounds: readonly HeardSound[], count: number): Promise<void> => {
  while (sounds.length < count) await pause(50);
};

it.each<[RoomView, MeetingEnd]>([
  ['denied', 'denied'],
  ['no_response', 'lobby_timeout'],
  ['lobby', 'lobby_timeout'],
  ['blocked', 'blocked_by_platform'],
  ['captcha', 'captcha'],
  ['not_found', 'not_found'],
  ['dialog', 'ui_changed'],
  ['strange', 'ui_changed'],
])('a host’s %s ends as %s, with nothing recorded', async (answer, end) => {
  expect(await visit({ answer })).toEqual({ end, sounds: [], early: false });
});

it('is told apart: removed, ended, alone, without sound, talkative, hanging, strange', async () => {
  const kicked = await visit({ answer: 'call' }, async (room, sounds) => (await heard(sounds, 1), room.show('kicked')));
  const ended = await visit({ answer: 'call' }, async (room, sounds) => (await heard(sounds, 1), room.show('ended')));
  const alone = await visit({ answer: 'call' }, async (room, sounds) => (await heard(sounds, 1), void (room.people = [])));
  const silent = await visit({ answer: 'call', tones: [] });
  const words = 'I am not a robot. The call ended and you left the call. This call is being recorded, as both of you agreed.';
  const talkative = await visit({ answer: 'call' }, async (room, sounds) => (await heard(sounds, 1), (room.words = words), await heard(sounds, 4), room.show('ended')));
  const hanging = await visit({ answer: 'call', hangs: true });
  const strange = await visit({ answer: 'call' }, async (room, sounds) => (await heard(sounds, 1), room.show('strange')));
  expect([kicked, ended, alone, silent, talkative, hanging, strange].map(({ end }) => end)).toEqual(['kicked', 'host_ended', 'alone_timeout', 'no_audio_stream', 'host_ended', 'browser_crash', 'ui_changed']);
  for (const { sounds, early } of [kicked, ended, alone, strange]) {
    expect(early).toBe(false);
    expect(strengthOf(clearestOf(sounds[0]?.pcm ?? Buffer.alloc(0), 440, RATE), 440, RATE)).toBeGreaterThan(0.2);
  }
});

it('in ten random meetings hears nothing before it was let in and has said so, and covers nearly all of what came then', async () => {
  let seed = 20_261_126;
  const random = (below: number): number => ((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >>> 16) % below;
  const lines: string[] = [];
  for (let time = 0; time < 10; time += 1) {
    const waits = random(2_500);
    const stays = 2_500 + random(5_000);
    const last = (['kicked', 'ended'] as const)[random(2)] ?? 'ended';
    const { end, sounds, early } = await visit({ answer: 'lobby', tones: [300 + random(1_500)] }, async (room, soFar) => {
      while (room.asked.length === 0) await pause(20);
      await pause(waits);
      if (random(4) === 0) room.show('dialog');
      await pause(random(600));
      room.admit();
      await heard(soFar, 1);
      await pause(stays);
      room.show(last);
    });
    const frames = sounds.reduce((sum, { pcm }) => sum + pcm.length / 2, 0);
    const coverage = frames / ((sounds.at(-1)?.startFrame ?? 0) + (sounds.at(-1)?.pcm.length ?? 0) / 2);
    lines.push(`${end}: ${(frames / RATE).toFixed(1)} s, coverage ${(coverage * 100).toFixed(1)} %`);
    expect([early, end]).toEqual([false, last === 'ended' ? 'host_ended' : 'kicked']);
    expect(coverage).toBeGreaterThan(0.99);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
});

/** Processes that this one began, and what they began. */
function descendants(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      parents.set(Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number | undefined): boolean => pid !== undefined && (pid === process.pid || isOurs(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== process.pid && isOurs(pid));
}

/** Of a process: seconds of the processor so far, and its share of the memory in MB. */
function costOf(pid: number): [number, number] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
    const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0;
    return [(Number(fields[11]) + Number(fields[12])) / 100, Number(share) / 1_024];
  } catch {
    return [0, 0];
  }
}

it('what one notetaker costs while it hears two people', async () => {
  const seconds = 30;
  const totals: [number, number][] = [];
  await visit({ answer: 'call' }, async (room, sounds) => {
    await heard(sounds, 2);
    for (let look = 0; look < 2; look += 1) {
      if (look === 1) await pause(seconds * 1_000);
      totals.push(descendants().map(costOf).reduce(([cpu, memory], [moreCpu, moreMemory]) => [cpu + moreCpu, memory + moreMemory], [0, 0]));
    }
    room.show('ended');
  });
  const [[before] = [0], [after, memory] = [0, 0]] = totals;
  process.stdout.write(`one notetaker: ${(((after - before) / seconds) * 100).toFixed(1)} % of a core, ${Math.round(memory)} MB\n`);
  expect(after).toBeGreaterThan(before);
});
