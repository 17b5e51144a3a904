import { Injectable } from '@nestjs/common';
import { newId } from '../../common/database/database';
import { Handles, job } from '../../common/jobs/job';
import type { Work } from '../../common/work/work';
import { AppConfig } from '../../config/app-config';
import { Block, mailOf } from '../../integrations/mail/mail-document';
import { mailHost } from '../../integrations/mail/mail-origin';
import { Mailer } from '../../integrations/mail/mailer';
import { PersonAddresses } from '../auth/addresses/person-addresses.service';
import { ConnectionRepository } from './connection/connection.repository';
import * as messages from './messages';

/** What lets appointments be read from outside from now on: an account at Google, or a secret address. */
export type CalendarAccess = 'connected' | 'feed_made';

interface Notice {
  therapist_id: string;
  access: CalendarAccess;
  mail_id: string;
}

/** 18 tries over about eight hours, as for every mail that people count on. */
export const sendCalendarAccess = job<Notice>('mail', 'send-calendar-access', { attempts: 18 });

/** Tells therapists by mail that their appointments can be read from somewhere else, whoever did it at their desk. */
@Injectable()
export class AccessNotices {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly addresses: PersonAddresses,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  /** In the work of the change itself. */
  async ask(work: Work, therapist_id: string, access: CalendarAccess): Promise<void> {
    await work.enqueue(sendCalendarAccess, { therapist_id, access, mail_id: newId() });
  }

  /** It names the account that is connected now, and no secret. @throws PermanentFailure when no further try can deliver it */
  @Handles(sendCalendarAccess)
  async send({ therapist_id, access, mail_id }: Notice): Promise<void> {
    const account = access === 'connected' ? (await this.connections.findConnection(therapist_id))?.account : undefined;
    const { publicUrl } = this.config;
    const blocks: Block[] = [
      { kind: 'sentence', runs: [messages.GREETING] },
      { kind: 'sentence', runs: [account === undefined ? messages.ACCESS_TEXT[access] : messages.connectedTo(account)] },
      { kind: 'sentence', runs: [messages.ACCESS_OWN] },
      { kind: 'link', label: messages.TROUBLE_LINK, url: `${publicUrl}/dashboard?tab=calendar`, strong: true },
      { kind: 'not-you', runs: [messages.ACCESS_FOREIGN[access]] },
      { kind: 'small', text: messages.ACCESS_FOOTER },
    ];
    const about = { messageId: `<calendar-access.${mail_id}@${mailHost(publicUrl)}>`, to: { address: await this.addresses.ofTherapist(therapist_id) } };
    await this.mailer.deliver(mailOf({ title: messages.ACCESS_SUBJECT[access], blocks }, about), { practice: therapist_id });
  }
}
