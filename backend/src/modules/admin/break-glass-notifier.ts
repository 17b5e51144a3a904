import { Injectable } from '@nestjs/common';
import { PermanentFailure } from '../../common/queues/job-failure';
import { AppConfig } from '../../config/app-config';
import { Mailer, MailFailure } from '../../integrations/mail/mailer';
import { breakGlassMail } from './break-glass-mail';
import { BreakGlassRepository } from './break-glass.repository';

/** Tells a therapist whose records an administrator has opened. */
@Injectable()
export class BreakGlassNotifier {
  constructor(
    private readonly repository: BreakGlassRepository,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  /**
   * Sends the one mail about an access, also when it has ended meanwhile. Sent again, it carries the same Message-ID.
   * @throws PermanentFailure when no further try can deliver it
   */
  async send(grantId: string): Promise<void> {
    const grant = await this.repository.find(grantId);
    if (!grant) throw new PermanentFailure('The access is no longer there, so nothing was sent.');
    try {
      await this.mailer.send(breakGlassMail(grant, this.config.publicUrl));
    } catch (error) {
      if (error instanceof MailFailure && error.permanent) throw new PermanentFailure(error.reason, { cause: error });
      throw error;
    }
  }
}
