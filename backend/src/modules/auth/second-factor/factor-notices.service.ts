import { Injectable } from '@nestjs/common';
import { newId } from '../../../common/database/database';
import { Handles, job } from '../../../common/jobs/job';
import { Work } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Block, mailOf } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { Mailer, OutgoingMail } from '../../../integrations/mail/mailer';
import { PersonAddresses } from '../addresses/person-addresses.service';
import * as messages from '../messages';
import type { FactorAccount } from './second-factor.repository';

/** What an owner is told of; by the log's words for it. */
const CHANGES = ['second_factor_enabled', 'second_factor_disabled', 'recovery_codes_renewed'] as const;
export type FactorChange = (typeof CHANGES)[number];

interface Notice {
  user_id: string;
  change: FactorChange;
  mail_id: string;
}

/** 18 tries over about eight hours, as for every mail that people count on. */
export const sendFactorNotice = job<Notice>('mail', 'send-second-factor-notice', { attempts: 18 });

/** Tells therapists by mail that their two-step sign-in was changed, whoever did it. Administrators have no address here; theirs is on the screen and in the log. */
@Injectable()
export class FactorNotices {
  constructor(
    private readonly addresses: PersonAddresses,
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
    const address = await this.addresses.ofTherapist(user_id);
    await this.mailer.deliver(factorMail(change, address, mail_id, this.config.publicUrl), { practice: user_id });
  }
}

/** What was changed, that it needs nothing more, and what to do where somebody else did it. */
export function factorMail(change: FactorChange, to: string, mailId: string, publicUrl: string): OutgoingMail {
  const title = messages.factorNotice[change];
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.factorNoticeGreeting] },
    { kind: 'sentence', runs: [`${title}.`] },
    { kind: 'sentence', runs: [messages.factorNoticeOwn] },
    { kind: 'link', label: messages.factorNoticeLink, url: `${publicUrl}/dashboard`, strong: true },
    { kind: 'not-you', runs: [messages.factorNoticeForeign] },
    { kind: 'small', text: messages.factorNoticeFooter },
  ];
  return mailOf({ title, blocks }, { messageId: `<second-factor.${mailId}@${mailHost(publicUrl)}>`, to: { address: to } });
}
