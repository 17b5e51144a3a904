import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from '../process/launch-error';
import type { SupervisedProcess } from '../process/supervised-process';

const PATIENCE_MS = 90_000;
const TRIES = 4;

/** Resolves when the API says it is ready; a process that ends again and again is told as such. */
export async function waitUntilReady(apiUrl: string, api: SupervisedProcess, signal?: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(40)) {
    signal?.throwIfAborted();
    const answer = await fetch(`${apiUrl}/api/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    if (api.unexpectedEnds >= TRIES) break;
  }
  const reason = api.unexpectedEnds > 0 ? 'ends as soon as it is started' : 'did not become ready in time';
  throw new LaunchError(`The API ${reason}. Its log is ${api.log.path}\n${api.log.tail()}`);
}
