import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../../docker/local/src/test-run/chromium';
import { BrowserEngine, PATIENCE } from '../../src/integrations/meetings/browser-engine';
import type { MeetingEnd } from '../../src/integrations/meetings/meeting-engine';

const RATE = 16_000;
/** What looks like a call of two, and hands over a loudness of its own choice as its sound. */
const CALL = `<!doctype html><title>Meet</title><i data-participant-id="1"></i><i data-participant-id="2"></i><textarea aria-label="Send a message to everyone"></textarea><script>
  document.querySelector('textarea').addEventListener('keydown', ({ target }) => setTimeout(() => (target.value = '')));
  let frame = 0;
  const say = (loud, ...more) => {
    const sent = attuneHeard({ startFrame: frame, elapsedMs: frame / 16, lostMs: 0, pcm: btoa(String.fromCharCode(0, loud).repeat(8000)) }, ...more);
    frame += 8000;
    return sent;
  };
  const fake = (loud) => (globalThis.attuneCapture = { tracks: () => 1, begin: () => void setInterval(() => say(loud), 500), end: () => undefined });
</script>`;

let server: Server;
let page = '';
let folder: string;
let chromium: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-hostile-'));
  chromium = (await findChromium(folder)).path;
  server = createServer((_request, response) => void response.setHeader('Content-Type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

/** @returns how a visit to a page with this script ended, and how loud what was heard was, once for each loudness */
async function visit(script: string): Promise<{ end: MeetingEnd; heard: number[] }> {
  page = `${CALL}<script>${script}</script>`;
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engine = new BrowserEngine({ chromium, sandbox: false, testOrigin: origin, patience: { ...PATIENCE, unknown: 4_000, alone: 20_000 } });
  const heard = new Set<number>();
  const listener = { waits: () => Promise.resolve(), admitted: () => Promise.resolve(), heard: ({ pcm }: { pcm: Buffer }) => Promise.resolve(void heard.add(pcm[1] ?? 0)) };
  const meeting = { platform: 'google_meet', url: `${origin}/abc-defg-hij`, displayName: 'AI Notetaker', announcement: 'This is recorded.', rate: RATE } as const;
  return { end: await engine.visit(meeting, listener, new AbortController().signal), heard: [...heard] };
}

it('a page that the meeting’s has led to is not the meeting: nothing that it hands over is kept, and it is left', async () => {
  // Of no host at all, as one of another host would be.
  const other = JSON.stringify(`${CALL}<script>fake(66).begin(); frame = 160000;</script>`).replaceAll('</', '<\\/');
  const { end, heard } = await visit(`fake(33); setTimeout(() => (location = URL.createObjectURL(new Blob([${other}], { type: 'text/html' }))), 6_000)`);
  expect([end, heard]).toEqual(['ui_changed', [33]]);
});

it('a page that hands over more than any sound takes has the visit ended at once', async () => {
  const { end, heard } = await visit(`fake(33); setTimeout(() => setInterval(() => say(33, 'A'.repeat(2e6)), 300), 5_000)`);
  expect([end, heard]).toEqual(['browser_crash', [33]]);
});
