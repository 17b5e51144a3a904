import { Injectable } from '@nestjs/common';
import { Handles, JobHandler, JobPayloads, PermanentFailure } from '../../../common/jobs/job';
import { AppConfig } from '../../../config/app-config';
import { Block, MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { Mailer, MailFailure, OutgoingMail } from '../../../integrations/mail/mailer';
import { shortTime } from '../../scheduling/appointment-time';
import * as messages from '../messages';
import { BreakGlassRepository, GrantRow } from './break-glass.repository';

/** Tells a therapist that an administrator has opened their records: who by role, since when and until when; never the reason. */
export function breakGlassMail(grant: Omit<GrantRow, 'reason'>, publicUrl: string): OutgoingMail {
  const zone = grant.therapist_zone;
  const time = (instant: Date): string => `${shortTime(instant, zone, grant.created_at)} (${zone.replaceAll('_', ' ')})`;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.noticeGreeting] },
    { kind: 'sentence', runs: [messages.noticeOpening] },
    {
      kind: 'facts',
      rows: [
        { label: messages.noticeSince, lines: [time(grant.created_at)] },
        { label: messages.noticeUntil, lines: [time(grant.expires_at)] },
      ],
    },
    { kind: 'sentence', runs: [messages.noticeWhere] },
    { kind: 'small', text: messages.noticeFooter },
  ];
  const document: MailDocument = { title: messages.noticeSubject, blocks };
  return {
    messageId: `<break-glass.${grant.id}@${mailHost(publicUrl)}>`,
    to: { address: grant.therapist_email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}

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

/** 18 tries over about eight hours, as for every mail that people count on. */
@JobHandler('mail', 'send-break-glass-notice', { attempts: 18 })
export class SendBreakGlassNoticeJob implements Handles<'send-break-glass-notice'> {
  constructor(private readonly notifier: BreakGlassNotifier) {}

  async handle(payload: JobPayloads['send-break-glass-notice']): Promise<void> {
    await this.notifier.send(payload.grant_id);
  }
}
