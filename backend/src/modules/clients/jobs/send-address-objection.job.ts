import { Handles, JobPayloads } from '../../../common/queues/job-catalogue';
import { JobHandler } from '../../../common/queues/job-handler.decorator';
import { ClientMailer } from '../client-mailer';

/** 18 tries over about eight hours: a mail server that is down overnight loses nothing. */
@JobHandler('mail', 'send-address-objection', { attempts: 18 })
export class SendAddressObjectionJob implements Handles<'send-address-objection'> {
  constructor(private readonly mailer: ClientMailer) {}

  async handle(payload: JobPayloads['send-address-objection']): Promise<void> {
    await this.mailer.sendObjection(payload.address_change_id);
  }
}
