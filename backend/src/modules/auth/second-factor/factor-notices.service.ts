import { Injectable } from '@nestjs/common';
import { newId } from '../../../common/database/database';
import { Handles, job, PermanentFailure } from '../../../common/jobs/job';
import { Work } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { Mailer } from '../../../integrations/mail/mailer';
import * as messages from '../messages';
import { UserRepository } from '../sign-in/user.repository';
import type { FactorAccount } from './second-factor.repository';

/** What an owner is told of; by the log's words for it. */
const CHANGES = ['second_factor_enabled', 'second_factor_disabled', 'recovery_codes_renewed'] as const;
type Change = (typeof CHANGES)[number];

interface Notice {
  user_id: string;
  change: Change;
  mail_id: string;
}

/** 18 tries over about eight hours, as for every mail that people count on. */
export const sendFactorNotice = job<Notice>('mail', 'send-second-factor-notice', { attempts: 18 });

/** Tells therapists by mail that their two-step sign-in was changed, whoever did it. Administrators have no address here; theirs is on the screen and in the log. */
@Injectable()
export class FactorNotices {
  constructor(
    private readonly users: UserRepository,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  /** In the work of the change itself. */
  async ask(work: Work, { kind, id }: FactorAccount, action: string): Promise<void> {
    const change = CHANGES.find((one) => one === action);
    if (change && kind === 'user') await work.enqueue(sendFactorNotice, { user_id: id, change, mail_id: newId() });
  }

  @Handles(sendFactorNotice)
  async send({ user_id, change, mail_id }: Notice): Promise<void> {
    const user = await this.users.findUser(user_id);
    if (!user) throw new PermanentFailure('The account is no longer there, so nothing was sent.');
    const document = documentOf(change, `${this.config.publicUrl}/dashboard`);
    await this.mailer.deliver({
      messageId: `<second-factor.${mail_id}@${mailHost(this.config.publicUrl)}>`,
      to: { address: user.email },
      subject: document.title,
      text: renderText(document),
      html: renderHtml(document),
    });
  }
}

function documentOf(change: Change, url: string): MailDocument {
  const title = messages.factorNotice[change];
  return {
    title,
    blocks: [
      { kind: 'sentence', runs: [messages.factorNoticeGreeting] },
      { kind: 'sentence', runs: [`${title}.`] },
      { kind: 'sentence', runs: [messages.factorNoticeOwn] },
      { kind: 'sentence', runs: [messages.factorNoticeForeign] },
      { kind: 'link', label: messages.factorNoticeLink, url },
      { kind: 'small', text: messages.factorNoticeFooter },
    ],
  };
}
