import type { Response } from 'express';
import { leaveConnectionLine } from './changes-at-work';

/** Aborted when the connection ends, or the answer is sent: nobody waits for it any more. */
export function hangUp(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * For what waits in a line of its own (see `Places`): it gives up its turn among what others ask for, which a slow reader or heavy work before it
 * would else hold as long. @returns as {@link hangUp}
 */
export function waitsApart(response: Response): AbortSignal {
  leaveConnectionLine(response);
  return hangUp(response);
}
