import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { AccountStatusService } from '../auth/account-status.service';
import { AdminTherapistsRepository } from './admin-therapists.repository';
import { AdminTherapistsService } from './admin-therapists.service';
import { ListedTherapistDto } from './dto/therapists.dto';
import * as messages from './messages';

/** Activates and deactivates therapists. It holds from the commit on: for live sessions, for public pages, for new bookings. */
@Injectable()
export class TherapistStatusService {
  constructor(
    private readonly accounts: AccountStatusService,
    private readonly therapists: AdminTherapistsRepository,
    private readonly lists: AdminTherapistsService,
    private readonly activity: ActivityLog,
    private readonly database: Database,
  ) {}

  /**
   * Setting what is set already changes nothing and ends no session.
   * @returns the therapist's row of the list. @throws DomainError not_found
   */
  async setActive(actor: Actor, therapistId: string, active: boolean): Promise<ListedTherapistDto> {
    const row = await this.database.transaction(async (tx) => {
      const present = await this.therapists.find(therapistId, tx);
      if (!present || present.is_active === active) return present;
      await this.accounts.setActive(tx, therapistId, active);
      const action = active ? 'activate_therapist' : 'deactivate_therapist';
      await this.activity.record(tx, actor, { action, subjectType: 'therapist', subjectId: therapistId });
      return this.therapists.find(therapistId, tx);
    });
    const [therapist] = await this.lists.toDtos(row ? [row] : []);
    if (!therapist) throw new DomainError('not_found', messages.noSuchTherapist);
    return therapist;
  }
}
