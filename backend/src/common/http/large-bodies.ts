import type { Request, Response } from 'express';
import { DomainError } from '../errors/domain-error';
import { subnetOf } from '../limits/limits';
import { BodyLimit, largeBytes, throwAway } from './bodies';
import { onceAnswered } from './changes-at-work';
import { hangUp } from './hang-up';

const OWN = 'You are sending many large things at once. Please try again in a moment.';
const FULL = 'Very many people are sending something large at once. Please try again in a moment.';
const AGAIN_SECONDS = 2;

/**
 * What is large and being sent, or worked on: so many of one account, and so many bytes of all, half of them from one network. Each is in memory, whole or
 * in part, from its first byte until it is answered. Past that it is refused before it is read: a line of them would be as large.
 */
export class LargeBodies {
  private readonly counts = new Map<string, number>();
  private readonly bytesOfNetworks = new Map<string, number>();
  private bytes = 0;

  /** @param max `bytes` in this process */
  constructor(private readonly max: { perAccount: number; bytes: number }) {}

  /** Counts a body by the length that it says until its request is over; a small one passes. @throws DomainError too_many */
  enter(accountId: string, request: Request, response: Response, limit: BodyLimit): void {
    const bytes = largeBytes(request, limit);
    if (bytes === 0) return;
    const network = subnetOf(request.ip ?? null);
    const own = this.counts.get(accountId) ?? 0;
    if (own >= this.max.perAccount) throw refused(request, OWN);
    if (this.bytes + bytes > this.max.bytes || (this.bytesOfNetworks.get(network) ?? 0) + bytes > this.max.bytes / 2) throw refused(request, FULL);
    const count = (of: 1 | -1): void => {
      add(this.counts, accountId, of);
      add(this.bytesOfNetworks, network, of * bytes);
      this.bytes += of * bytes;
    };
    count(1);
    const end = onceAnswered(response, () => count(-1));
    // What is whole by then is still worked on.
    hangUp(response).addEventListener('abort', () => request.complete || end(), { once: true });
  }
}

function refused(request: Request, sentence: string): DomainError {
  throwAway(request);
  return new DomainError('too_many', sentence, { retryAfterSeconds: AGAIN_SECONDS });
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const sum = (counts.get(key) ?? 0) + change;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
