import 'reflect-metadata';
import { BrowserEngine } from './integrations/meetings/browser-engine';
import { MeetingListener } from './integrations/meetings/meeting-engine';
import { platformOf } from './modules/meetings/meeting-link';
import { END_REASONS } from './modules/meetings/sessions/session-states';

const USAGE = `Tries out whether the notetaker is let into a meeting: joins it under its name, says how far it comes, and leaves. Nothing is recorded.

  probe <link of a meeting>

MEETING_BOT_CHROMIUM names the browser's program. The exit code is 0 when it was let in, 1 when it was not, 2 when it could not be tried.
`;
const NAME = 'AI Notetaker (trying out, not recording)';

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

async function probe(url: string): Promise<number> {
  const { MEETING_BOT_CHROMIUM: chromium, MEETING_BOT_TEST_ORIGIN: testOrigin, MEETING_BOT_SANDBOX: sandbox } = process.env;
  const platform = platformOf(url, testOrigin);
  if (!chromium || !platform) {
    process.stderr.write(platform ? 'MEETING_BOT_CHROMIUM is not set.\n' : 'This is no link to a meeting of Google Meet or Zoom.\n');
    return 2;
  }
  const stop = new AbortController();
  let wasLetIn = false;
  const listener: MeetingListener = {
    waits: () => Promise.resolve(say('It waits to be let in.')),
    admitted: () => {
      wasLetIn = true;
      say('It was let in, and leaves.');
      stop.abort();
      return Promise.resolve();
    },
    heard: () => Promise.reject(new Error('nothing is to be recorded')),
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  say('It joins.');
  const end = await new BrowserEngine({ chromium, sandbox: sandbox !== 'false', testOrigin }).visit({ platform, url, displayName: NAME, announcement: '', rate: 16_000 }, listener, stop.signal);
  if (end !== 'called_back') say(END_REASONS[end]);
  return wasLetIn ? 0 : end === 'engine_unavailable' ? 2 : 1;
}

async function main(): Promise<number> {
  const [command, url] = process.argv.slice(2);
  if (command === 'probe' && url !== undefined) return probe(url);
  process.stderr.write(USAGE);
  return 2;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
