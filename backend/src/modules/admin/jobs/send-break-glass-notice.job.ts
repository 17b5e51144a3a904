import { Handles, JobPayloads } from '../../../common/queues/job-catalogue';
import { JobHandler } from '../../../common/queues/job-handler.decorator';
import { BreakGlassNotifier } from '../break-glass-notifier';

/** 18 tries over about eight hours, as for every mail that people count on. */
@JobHandler('mail', 'send-break-glass-notice', { attempts: 18 })
export class SendBreakGlassNoticeJob implements Handles<'send-break-glass-notice'> {
  constructor(private readonly notifier: BreakGlassNotifier) {}

  async handle(payload: JobPayloads['send-break-glass-notice']): Promise<void> {
    await this.notifier.send(payload.grant_id);
  }
}
