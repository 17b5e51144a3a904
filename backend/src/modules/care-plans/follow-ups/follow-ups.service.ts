import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Handles, job, PermanentFailure } from '../../../common/jobs/job';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { ClientsService } from '../../clients/persons/persons.service';
import * as messages from '../messages';
import { followUpMail } from './follow-up-mail';
import { FollowUpMail, FollowUpRepository } from './follow-up.repository';

/** 18 tries over about eight hours. */
export const sendFollowUpReminder = job<{ reminder_id: string }>('mail', 'send-follow-up-reminder', { attempts: 18 });

/** Few tries: the next round comes soon. */
const remindOfFollowUps = job<Record<string, never>>('maintenance', 'remind-of-follow-ups', { attempts: 2, everyMs: 10 * 60_000 });

/** On the day of a plan's follow-up, in the morning where the therapist is, reminds the therapist, and the client of a published plan. */
@Injectable()
export class FollowUpsService {
  constructor(
    private readonly works: Works,
    private readonly repository: FollowUpRepository,
    private readonly clients: ClientsService,
    private readonly addresses: PersonAddresses,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  @Handles(remindOfFollowUps)
  async remind(): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      for (const reminder_id of await this.repository.markReminded(work.now(), work.tx)) await work.enqueue(sendFollowUpReminder, { reminder_id });
    });
  }

  /** Nothing, when the plan was deleted, withdrawn or put off meanwhile. @throws PermanentFailure when no further try can deliver it */
  @Handles(sendFollowUpReminder)
  async deliver({ reminder_id }: { reminder_id: string }): Promise<void> {
    const reminder = await this.repository.findForMail(reminder_id);
    if (!reminder) return;
    await this.mailer.deliver(followUpMail(reminder, await this.addressOf(reminder), this.config.publicUrl), { practice: reminder.therapist_id });
  }

  private async addressOf({ recipient, client_id, client_email, therapist_id }: FollowUpMail): Promise<string> {
    if (recipient === 'therapist') return this.addresses.ofTherapist(therapist_id);
    if (!(await this.clients.hasAddress(client_id, client_email))) throw new PermanentFailure(messages.foreignAddress);
    return client_email;
  }
}
