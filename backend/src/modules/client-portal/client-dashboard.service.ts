import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { hasFreshProof } from '../../common/access/fresh-proof';
import { Clock } from '../../common/clock/clock';
import { ClientAccountService } from '../clients/client-account.service';
import { ClientRecordReader } from './client-record-reader.service';
import { ClientDashboardDto } from './dto/client-dashboard.dto';

/** What a client finds on the first page of the portal. */
@Injectable()
export class ClientDashboardService {
  constructor(
    private readonly accounts: ClientAccountService,
    private readonly record: ClientRecordReader,
    private readonly clock: Clock,
  ) {}

  /** An unproven session sees nothing that others tied to the address; notes and plans need a fresh proof. */
  async show(user: CurrentUserData, actor: Actor): Promise<ClientDashboardDto> {
    const { id, name, email } = await this.accounts.show(user);
    const client = { id, name, email };
    if (!user.verified) return nothingYet(client);
    const proven = hasFreshProof(user, this.clock.now());
    const [{ upcoming, past, counts }, carePlans, notes, plans] = await Promise.all([
      this.record.appointments(id),
      this.record.countPlans(id),
      proven ? this.record.notes(id) : [],
      proven ? this.record.plans(id) : [],
    ]);
    await this.record.logRead(actor, id, 'view_dashboard');
    return {
      client,
      verified: true,
      proof_required: !proven,
      counts: { ...counts, care_plans: carePlans },
      upcoming_bookings: upcoming,
      past_bookings: past,
      session_notes: notes,
      aftercare_recommendations: plans,
    };
  }
}

function nothingYet(client: ClientDashboardDto['client']): ClientDashboardDto {
  return {
    client,
    verified: false,
    proof_required: true,
    counts: { upcoming: 0, completed: 0, care_plans: 0 },
    upcoming_bookings: [],
    past_bookings: [],
    session_notes: [],
    aftercare_recommendations: [],
  };
}
