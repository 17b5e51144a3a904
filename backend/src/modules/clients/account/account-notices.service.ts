import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Clock } from '../../../common/clock/clock';
import { Database, newId, statement } from '../../../common/database/database';
import { Handles, job, Upkeep } from '../../../common/jobs/job';
import { Work } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { AccountNotice } from '../client.entity';
import { browserTrustedMail, accountClosedMail } from '../sign-in/sign-in-mail';

/** 18 tries over about eight hours: a mail server that is down overnight loses nothing. */
export const sendAccountNotice = job<{ notice_id: string }>('mail', 'send-account-notice', { attempts: 18 });

const DAY_MS = 24 * 3_600_000;
const DELETE_OLD = statement<Pick<AccountNotice, 'id'>>('account-notices-delete-old', 'delete from account_notices where created_at < $1 returning id');

/** What the owner of an account is told, whoever did it. */
interface Told {
  to: string;
  /** The browser that is trusted. */
  label?: string;
}

/** Tells people by mail what somebody with an open portal could do in their name. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** In the work of the deed itself. @param label of the browser, free of what identifies anybody */
  trusted(work: Work, to: string, label: string): Promise<void> {
    return this.ask(work, 'browser_trusted', { to, label });
  }

  closed(work: Work, to: string): Promise<void> {
    return this.ask(work, 'account_closed', { to });
  }

  /** Nothing when it went out before. A repeat carries the same Message-ID. */
  @Handles(sendAccountNotice)
  async send({ notice_id: id }: { notice_id: string }): Promise<void> {
    const notice = await this.database.manager.findOneBy(AccountNotice, { id });
    if (!notice) return;
    const { to, label = '' } = JSON.parse(this.cipher.decrypt(notice.told, place(id))) as Told;
    const about = { id, to };
    await this.mailer.deliver(notice.kind === 'browser_trusted' ? browserTrustedMail(about, label, this.config.publicUrl) : accountClosedMail(about, this.config.publicUrl));
    await this.database.manager.delete(AccountNotice, { id });
  }

  /** What could not be delivered within a week says nothing that is news. */
  @Upkeep('account notices')
  async deleteOld(): Promise<number> {
    return (await this.database.query(DELETE_OLD, [new Date(this.clock.now().getTime() - 7 * DAY_MS)])).length;
  }

  private async ask(work: Work, kind: AccountNotice['kind'], told: Told): Promise<void> {
    const id = newId();
    await work.tx.manager.insert(AccountNotice, { id, kind, told: this.cipher.encrypt(JSON.stringify(told), place(id)), created_at: work.now() });
    await work.enqueue(sendAccountNotice, { notice_id: id });
  }
}

function place(rowId: string) {
  return { table: 'account_notices', column: 'told', rowId };
}
