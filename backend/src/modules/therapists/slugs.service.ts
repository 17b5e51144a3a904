import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import * as messages from './messages';
import { isReservedSlug } from './slug-rules';
import { SlugRepository } from './slug.repository';

const HOLD_DAYS = 90;
const DAY_MS = 86_400_000;

/** Moves a therapist from one public link to another. */
@Injectable()
export class SlugsService {
  constructor(
    private readonly repository: SlugRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks that `next` can be taken and holds `previous` for 90 days, in the transaction that then writes the profile.
   * @throws DomainError rule when the product needs the link, conflict when another therapist has it
   */
  async change(therapistId: string, previous: string | null, next: string | null, on: Queryable): Promise<void> {
    if (previous === next) return;
    if (next !== null && isReservedSlug(next)) throw new DomainError('rule', messages.slugReserved, fieldError(messages.slugReserved));
    await this.repository.lock([previous, next].filter((slug) => slug !== null), on);
    const now = this.clock.now();
    if (next !== null) {
      if (await this.repository.isTaken(next, therapistId, now, on)) {
        throw new DomainError('conflict', messages.slugTaken, fieldError(messages.slugTaken));
      }
      await this.repository.endHold(next, on);
    }
    if (previous !== null) await this.repository.hold(previous, therapistId, new Date(now.getTime() + HOLD_DAYS * DAY_MS), on);
  }
}

function fieldError(message: string): { errors: { field: string; message: string }[] } {
  return { errors: [{ field: 'custom_slug', message }] };
}
