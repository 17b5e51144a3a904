import type { Response } from 'express';

/** Aborted when the connection ends, or the answer is sent: nobody waits for it any more. */
export function hangUp(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}
