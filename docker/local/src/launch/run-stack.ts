import { resolve } from 'node:path';
import { LaunchError, reasonOf } from '../process/launch-error';
import { isAlive, parentOf } from '../process/pids';
import { startStack, type Stack } from '../stack/stack';
import { summaryOf } from './summary';

const ROOT = resolve(__dirname, '..', '..', '..', '..');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The port from PORT, 3000 without. */
function wantedPort(): number {
  const text = process.env.PORT ?? '';
  const port = text === '' ? 3_000 : Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new LaunchError(`PORT is not a port number: ${text}`);
  return port;
}

/** npm that is killed takes its shell along but not us: without it there is nobody left who could stop the product. */
function whenNpmIsGone(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const watch = setInterval(() => {
    if (process.ppid === shell && (npm === null || npm === 1 || isAlive(npm))) return;
    clearInterval(watch);
    stop();
  }, 200);
  watch.unref();
}

/** Starts the stack, says where it is, and stops it in order when asked to. */
export async function runStack(options: { watch: boolean; onReady?(stack: Stack): Promise<() => void> }): Promise<void> {
  const abort = new AbortController();
  let stack: Stack | null = null;
  let end: (() => void) | null = null;
  let isStopping = false;
  const stop = async (code: number): Promise<void> => {
    if (isStopping) process.exit(1);
    isStopping = true;
    abort.abort();
    end?.();
    if (stack === null) return;
    console.log('\nStopping: finishing what is under way ...');
    await stack.stop();
    console.log('Stopped.');
    process.exit(code);
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop(0));
  whenNpmIsGone(() => void stop(0));
  // A closed terminal must not end the launcher halfway through stopping.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    console.error(reasonOf(error));
    void stop(1);
  });
  try {
    stack = await startStack({
      port: wantedPort(),
      dataDir: process.env.DATA_DIR ?? resolve(ROOT, '.data'),
      watch: options.watch,
      progress: (text, seconds) => console.log(`  ${text} (${seconds.toFixed(1)} s)`),
      signal: abort.signal,
    });
    if (isStopping) {
      await stack.stop();
      process.exit(0);
    }
    end = (await options.onReady?.(stack)) ?? null;
    console.log(summaryOf(stack));
  } catch (error) {
    if (isStopping) process.exit(0);
    console.error(`\n${reasonOf(error)}`);
    process.exit(1);
  }
}
