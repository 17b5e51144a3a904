import { Clock } from '../../common/clock/clock';
import { MaintenanceTask, TidiesUp } from '../../common/queues/maintenance-task.decorator';
import { AddressChangeRepository } from './address-change.repository';
import { SignInCodeRepository } from './sign-in-code.repository';
import { TrustedBrowserRepository } from './trusted-browser.repository';

/** A code that is over is still told from one that never was. */
const KEPT_MS = 24 * 3_600_000;

/** Codes, trusted browsers and changes of address that have run out. */
@MaintenanceTask('client sign-in')
export class ClientSignInLeftoversTask implements TidiesUp {
  constructor(
    private readonly codes: SignInCodeRepository,
    private readonly trusted: TrustedBrowserRepository,
    private readonly changes: AddressChangeRepository,
    private readonly clock: Clock,
  ) {}

  async tidyUp(): Promise<number> {
    const now = this.clock.now();
    const dayAgo = new Date(now.getTime() - KEPT_MS);
    return (await this.codes.deleteExpired(dayAgo)) + (await this.trusted.deleteExpired(now)) + (await this.changes.deleteOver(now, dayAgo));
  }
}
