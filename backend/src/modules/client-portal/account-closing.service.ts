import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { assertFreshProof } from '../../common/access/fresh-proof';
import { Clock } from '../../common/clock/clock';
import { ClientAccountService } from '../clients/client-account.service';
import { ClientRecordReader } from './client-record-reader.service';
import { ClosedDto, ClosingDto } from './dto/closing.dto';
import * as messages from './messages';

/** Closing an account: sign-in and personal fields go, what a therapist must keep stays. */
@Injectable()
export class AccountClosingService {
  constructor(
    private readonly accounts: ClientAccountService,
    private readonly record: ClientRecordReader,
    private readonly clock: Clock,
  ) {}

  async explain(user: CurrentUserData): Promise<ClosingDto> {
    const { upcoming, past, counts } = await this.record.appointments(user.id);
    return { removed: [...messages.removedByClosing], kept: keptFor(upcoming.length + past.length), upcoming: counts.upcoming };
  }

  /** @throws DomainError forbidden without a fresh proof */
  async close(user: CurrentUserData, actor: Actor): Promise<ClosedDto> {
    assertFreshProof(user, this.clock.now());
    const { upcoming, past } = await this.record.appointments(user.id);
    await this.accounts.close(user, actor);
    return { status: 'closed', kept: keptFor(upcoming.length + past.length) };
  }
}

function keptFor(appointments: number): string[] {
  return appointments > 0 ? [...messages.keptAfterClosing] : [...messages.keptWithoutRecord];
}
