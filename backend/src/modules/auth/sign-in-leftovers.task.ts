import { Clock } from '../../common/clock/clock';
import { MaintenanceTask, TidiesUp } from '../../common/queues/maintenance-task.decorator';
import { SessionRepository } from './session.repository';
import { SignInFlowRepository } from './sign-in-flow.repository';

/** Sessions and sign-ins on their way that have run out. */
@MaintenanceTask('sessions')
export class SignInLeftoversTask implements TidiesUp {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly flows: SignInFlowRepository,
    private readonly clock: Clock,
  ) {}

  async tidyUp(): Promise<number> {
    const now = this.clock.now();
    return (await this.sessions.deleteExpired(now)) + (await this.flows.deleteExpired(now));
  }
}
