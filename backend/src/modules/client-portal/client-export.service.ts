import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { assertFreshProof } from '../../common/access/fresh-proof';
import { Clock } from '../../common/clock/clock';
import { ClientAccountService } from '../clients/client-account.service';
import { ClientRecordReader } from './client-record-reader.service';
import { ClientExportDto } from './dto/client-export.dto';
import { RecordActivityService } from './record-activity.service';

/** More than anybody's record holds: the copy is whole. */
const EVERYTHING = 1_000_000;

/** A client's own copy of what the portal holds about them. */
@Injectable()
export class ClientExportService {
  constructor(
    private readonly accounts: ClientAccountService,
    private readonly record: ClientRecordReader,
    private readonly history: RecordActivityService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError forbidden without a fresh proof */
  async collect(user: CurrentUserData, actor: Actor): Promise<ClientExportDto> {
    const now = this.clock.now();
    assertFreshProof(user, now);
    const [account, { upcoming, past }, notes, plans, history] = await Promise.all([
      this.accounts.show(user),
      this.record.appointments(user.id, EVERYTHING),
      this.record.notes(user.id, EVERYTHING),
      this.record.plans(user.id, EVERYTHING),
      this.history.page(user.id, { limit: EVERYTHING }),
    ]);
    await this.record.logRead(actor, user.id, 'download_record');
    return {
      exported_at: now.toISOString(),
      account,
      appointments: [...upcoming, ...past],
      session_notes: notes,
      care_plans: plans,
      activity: history.entries,
    };
  }
}
