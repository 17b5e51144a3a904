import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { decoratedMethods, noteOnMethod } from '../../../common/process/decorated-methods';
import { Works } from '../../../common/work/work';
import { ClientLinksService } from '../links/client-links.service';
import * as messages from '../messages';
import { ClientCopyDto, CopiedPartDto } from './client-copy.dto';

/** Whose client it is, and which. What is shown with them belongs to it: see `isOfClient`. */
export interface CopiedClient {
  therapistId: string;
  clientId: string;
}

const TELLS = 'attune:tells-of-client';

/**
 * Marks a method that adds what its domain keeps about a client to the copy of their record: `@TellsOfClient(3) tellOfClient(of)`. It asks for
 * the therapist's rows alone and writes no entry of the log; what does not open is said in its place.
 * @param place the parts come in this order
 */
export function TellsOfClient(place: number) {
  return noteOnMethod<(of: CopiedClient) => Promise<CopiedPartDto>>(TELLS, place);
}

/** Each opens everything there is about somebody. */
const COPIES: Limit = { scope: 'client-copies', max: 20, windowMs: 3_600_000 };

/** All that a therapist keeps about a client, in one copy to take along. */
@Injectable()
export class ClientCopiesService {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly links: ClientLinksService,
    private readonly limits: Limits,
    private readonly works: Works,
    private readonly clock: Clock,
  ) {}

  /** One at a time for each therapist. @throws DomainError not_found for no client of theirs; too_many */
  async copy(actor: Actor & { id: string }, clientId: string): Promise<ClientCopyDto> {
    if (!(await this.links.isClient(actor.id, clientId))) throw new DomainError('not_found', messages.noClientOfYours);
    const wait = await this.limits.reserve([COPIES, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyCopies, { retryAfterSeconds: wait });
    return this.limits.inTurn([`client copy ${actor.id}`], async () => {
      const linked = await this.links.listLinked(actor.id, clientId);
      const clientIds = [clientId, ...linked.map(({ client_id }) => client_id)];
      // Before anything is read: what nobody could be told of is not given away.
      await this.works.recordRead(actor, { action: 'export_client', subjectType: 'client', subjectId: clientId, clientIds });
      const parts: CopiedPartDto[] = [];
      const tellers = decoratedMethods<number>(this.discovery, TELLS).sort((one, other) => one.meaning - other.meaning);
      for (const { call } of tellers) parts.push((await call({ therapistId: actor.id, clientId })) as CopiedPartDto);
      return { exported_at: this.clock.now().toISOString(), client_id: clientId, parts };
    });
  }
}
