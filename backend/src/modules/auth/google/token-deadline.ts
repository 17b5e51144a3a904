import type { request, RequestOptions } from 'node:http';
import { traced } from '../../../common/tracing/tracing';

type Done = (error: unknown, ...answer: unknown[]) => void;
type Execute = (library: { request: typeof request }, options: RequestOptions, body: unknown, done: Done) => void;

/**
 * The library of passport waits for Google as long as Google likes, and somebody waits with it: each of its requests ends after so long, answered or not.
 * @param client the library's, with the method that all of its requests go through
 */
export function limitRequests(client: object, ms: number): void {
  const given = client as { _executeRequest: Execute };
  const execute = given._executeRequest.bind(given);
  given._executeRequest = (library, options, body, done) => {
    const signal = AbortSignal.timeout(ms);
    const answered = traced('google', 'signIn', () => new Promise<void>((resolve, reject) => {
      let isOver = false;
      const once: Done = (error, ...answer) => {
        if (isOver) return;
        isOver = true;
        if (error) reject(new Error('Google did not answer as it should.'));
        else resolve();
        done(error, ...answer);
      };
      signal.addEventListener('abort', () => once(signal.reason));
      execute(library, { ...options, signal }, body, once);
    }));
    // It was told already.
    answered.catch(() => undefined);
  };
}
