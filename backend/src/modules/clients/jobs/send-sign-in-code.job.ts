import { Handles, JobPayloads } from '../../../common/queues/job-catalogue';
import { JobHandler } from '../../../common/queues/job-handler.decorator';
import { ClientMailer } from '../client-mailer';

/** 8 tries over about ten minutes: a code does not live longer. */
@JobHandler('mail', 'send-sign-in-code', { attempts: 8 })
export class SendSignInCodeJob implements Handles<'send-sign-in-code'> {
  constructor(private readonly mailer: ClientMailer) {}

  async handle(payload: JobPayloads['send-sign-in-code']): Promise<void> {
    await this.mailer.sendCode(payload.code_id);
  }
}
