import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { Activity, Works } from '../../../common/work/work';
import * as messages from '../messages';

/** In this process alone, so that a look costs no more. */
const LOOKS: Limit = { scope: 'client-dashboards', max: 600, windowMs: 3_600_000 };
const OPENED: Limit = { scope: 'client-texts-opened', max: 600, windowMs: 3_600_000 };

/** How many of the newest notes and care plans a client's first page shows: anybody can be a practice and write for anybody's address. */
export interface FirstPage {
  ofConfirmed: number;
  /** Of each practice that the client has not confirmed, */
  ofEachOther: number;
  /** and of all of those. */
  ofOthers: number;
}

export const FIRST_PAGE: FirstPage = { ofConfirmed: 20, ofEachOther: 3, ofOthers: 12 };

/** A list as the first page begins it. */
export interface Begun<Entry> {
  /** Of all there are. */
  count: number;
  /** The cursor of what else practices wrote that the client has confirmed. */
  older: string | null;
  entries: Entry[];
}

/** How clients read what is kept about them: so often in an hour, and one after the other. */
@Injectable()
export class OwnReadsService {
  constructor(
    private readonly limits: Limits,
    private readonly works: Works,
    private readonly clock: Clock,
  ) {}

  /** A look at the first page. @throws DomainError too_many */
  look<Result>(actor: Actor, clientId: string, read: () => Promise<Result>): Promise<Result> {
    return this.inTurn(LOOKS, messages.lookedTooOften, actor, clientId, read);
  }

  /** Texts that therapists wrote. @param about for the activity log, once they were read @throws DomainError forbidden without a fresh proof; too_many */
  open<Result>(user: CurrentUserData, actor: Actor, about: Activity, read: () => Promise<Result>): Promise<Result> {
    assertFreshProof(user, this.clock.now());
    return this.inTurn(OPENED, messages.openedTooOften, actor, user.id, async () => {
      const result = await read();
      await this.works.recordRead(actor, about);
      return result;
    });
  }

  private async inTurn<Result>(limit: Limit, tooOften: string, actor: Actor, clientId: string, read: () => Promise<Result>): Promise<Result> {
    if (!this.limits.takeHere(limit, clientId)) throw new DomainError('too_many', tooOften, { retryAfterSeconds: this.limits.secondsHere(limit, clientId) });
    return this.limits.inTurn([`own records of ${connectionOf(actor.address)}`, `own record ${clientId}`], read);
  }
}
