import { Handles, JobPayloads } from '../../../common/queues/job-catalogue';
import { JobHandler } from '../../../common/queues/job-handler.decorator';
import { HoldCodeNotifier } from '../hold-code-notifier';

/** Eight tries over about ten minutes: as long as the time is kept. */
@JobHandler('mail', 'send-hold-code', { attempts: 8 })
export class SendHoldCodeJob implements Handles<'send-hold-code'> {
  constructor(private readonly notifier: HoldCodeNotifier) {}

  async handle(payload: JobPayloads['send-hold-code']): Promise<void> {
    await this.notifier.send(payload.hold_id);
  }
}
