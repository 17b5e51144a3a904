import type { Request, Response } from 'express';
import { DomainError } from '../errors/domain-error';
import { subnetOf } from '../limits/limits';
import { Shared } from '../limits/shared';
import { bodyAtPace, BodyLimit, largeBytes, throwAway } from './bodies';
import { onceAnswered } from './changes-at-work';
import { hangUp } from './hang-up';

const OWN = 'You are sending many large things at once. Please try again in a moment.';
const FULL = 'Very many people are sending something large at once. Please try again in a moment.';
const AGAIN_SECONDS = 2;

const STEP_BYTES = 64 * 1024;
/** 4 kB a second: a phone where nothing is fast sends twice as much. */
const LEAST_BYTES = 40_000;
const PACE_MS = 10_000;

/**
 * What is large and being sent, or worked on: so many of one account, and so many bytes of all, half of them from one network. Each holds what has come
 * of it, in steps, until it is answered: who says much and sends little keeps nobody out, and loses the connection. Past that it is refused, before it is
 * read where its length tells: a line of them would be as large.
 */
export class LargeBodies {
  private readonly counts = new Map<string, number>();
  private readonly bytes: Shared;

  /** @param max `bytes` in this process */
  constructor(private readonly max: { perAccount: number; bytes: number }) {
    this.bytes = new Shared(max.bytes);
  }

  /**
   * Counts a body until its request is over; a small one passes.
   * @returns aborted with a DomainError when there is no room for more of it, what still comes is thrown away then; nothing for a small one
   * @throws DomainError too_many
   */
  enter(accountId: string, request: Request, response: Response, limit: BodyLimit): AbortSignal | undefined {
    const declared = largeBytes(request, limit);
    if (declared === 0) return undefined;
    const network = subnetOf(request.ip ?? null);
    if ((this.counts.get(accountId) ?? 0) >= this.max.perAccount) throw refused(request, OWN);
    if (!this.bytes.hasRoom(network, declared)) throw refused(request, FULL);
    let [held, come] = [0, 0];
    const hold = (bytes: number): void => {
      held += bytes;
      this.bytes.add(network, bytes);
    };
    const noRoom = new AbortController();
    const take = (chunk: Buffer): void => {
      come += chunk.length;
      if (come <= held) return;
      const more = Math.min(Math.ceil(come / STEP_BYTES) * STEP_BYTES, declared) - held;
      if (this.bytes.hasRoom(network, more)) return hold(more);
      end();
      noRoom.abort(refused(request, FULL));
    };
    this.count(accountId, 1);
    hold(STEP_BYTES);
    // Whoever reads it begins: a listener before that would have it flow to nobody.
    const begin = (): void => void request.on('data', take);
    const end = onceAnswered(response, () => {
      request.off('resume', begin).off('data', take);
      hold(-held);
      this.count(accountId, -1);
    });
    request.once('resume', begin);
    bodyAtPace(request, LEAST_BYTES, PACE_MS);
    // What is whole by then is still worked on.
    hangUp(response).addEventListener('abort', () => request.complete || end(), { once: true });
    return noRoom.signal;
  }

  private count(accountId: string, change: 1 | -1): void {
    const count = (this.counts.get(accountId) ?? 0) + change;
    if (count === 0) this.counts.delete(accountId);
    else this.counts.set(accountId, count);
  }
}

function refused(request: Request, sentence: string): DomainError {
  throwAway(request);
  return new DomainError('too_many', sentence, { retryAfterSeconds: AGAIN_SECONDS });
}
