import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Actor, SessionReader } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import type { OnItsWay } from '../../../common/http/write-part';
import { Limit, Limits } from '../../../common/limits/limits';
import { Places } from '../../../common/limits/places';
import { decoratedMethods, noteOnMethod } from '../../../common/process/decorated-methods';
import { Works } from '../../../common/work/work';
import { ClientLinksService } from '../links/client-links.service';
import * as messages from '../messages';
import { CopiedEntryDto } from './client-copy.dto';

/** Whose client it is, and which. What is shown with them belongs to it: see `isOfClient`. */
export interface CopiedClient {
  therapistId: string;
  clientId: string;
}

const TELLS = 'attune:tells-of-client';

/** Entry by entry, so that no more of a record is in memory than is on its way; at the end what is not in the copy, in a sentence. */
export type CopiedEntries = AsyncGenerator<CopiedEntryDto, string | undefined>;

interface CopiedPart {
  title: string;
  entries: CopiedEntries;
}

/** A copy on its way. */
export interface ClientCopy {
  exported_at: string;
  client_id: string;
  parts: readonly CopiedPart[];
}

interface Told {
  place: number;
  title: string;
}

/**
 * Marks a method that adds what its domain keeps about a client to the copy of their record: `@TellsOfClient(3, 'Forms') tellOfClient(of)`. It asks
 * for the therapist's rows alone and writes no entry of the log; what does not open is said in its place.
 * @param place the parts come in this order
 */
export function TellsOfClient(place: number, title: string) {
  return noteOnMethod<(of: CopiedClient) => CopiedEntries>(TELLS, { place, title } satisfies Told);
}

/** Each opens everything there is about somebody. */
const COPIES: Limit = { scope: 'client-copies', max: 20, windowMs: 3_600_000 };
/** Few at a time read the database for a copy; who reads the copy slowly keeps nobody from it. */
const LINE = { atWork: 4, waiting: 100, ofOne: 20, longestMs: 60_000, full: messages.copiesWait };

/** All that a therapist keeps about a client, in one copy to take along. */
@Injectable()
export class ClientCopiesService {
  private readonly line = new Places(LINE);

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly links: ClientLinksService,
    private readonly sessions: SessionReader,
    private readonly limits: Limits,
    private readonly works: Works,
    private readonly clock: Clock,
  ) {}

  /**
   * One at a time for each therapist.
   * @param gone aborted when nobody waits for it any more
   * @param write takes the copy's parts one after the other
   * @throws DomainError not_found for no client of theirs; too_many; unauthenticated for who has signed out, or was shut out, meanwhile
   */
  async copy(actor: Actor & { id: string }, clientId: string, gone: AbortSignal, write: (copy: ClientCopy, on: OnItsWay) => Promise<void>): Promise<void> {
    if (!(await this.links.isClient(actor.id, clientId))) throw new DomainError('not_found', messages.noClientOfYours);
    const wait = await this.limits.reserve([COPIES, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyCopies, { retryAfterSeconds: wait });
    const assertStands = (): Promise<void> => this.sessions.assertStands(actor);
    await this.line.take(actor, gone, async (place) => {
      await assertStands();
      const linked = await this.links.listLinked(actor.id, clientId);
      const clientIds = [clientId, ...linked.map(({ client_id }) => client_id)];
      // Before anything is read: what nobody could be told of is not given away.
      await this.works.recordRead(actor, { action: 'export_client', subjectType: 'client', subjectId: clientId, clientIds });
      const tellers = decoratedMethods<Told>(this.discovery, TELLS).sort((one, other) => one.meaning.place - other.meaning.place);
      const parts = tellers.map(({ meaning: { title }, call }) => ({ title, entries: call({ therapistId: actor.id, clientId }) as unknown as CopiedEntries }));
      await write({ exported_at: this.clock.now().toISOString(), client_id: clientId, parts }, { place, assertStands });
    });
  }
}
