import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Handles, job, PermanentFailure } from '../../../common/jobs/job';
import { AppConfig } from '../../../config/app-config';
import { Block, MailDocument, mailOf } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { Mailer, OutgoingMail } from '../../../integrations/mail/mailer';
import { AddressChangeRepository } from '../account/address-change.repository';
import type { CodePurpose } from '../client.entity';
import * as messages from '../messages';
import { CodeMail, MailSecret, SignInCodeRepository } from './sign-in-code.repository';

/** The code, and for signing in the link beside it. It is the only number of six digits in the mail. */
export function codeMail(code: { id: string; purpose: CodePurpose; to: string }, secret: MailSecret, publicUrl: string): OutgoingMail {
  // It does not say whom it is for: a browser keeps the links that were opened, for whoever looks there next.
  const link = `${publicUrl}/client/login#token=${secret.token}`;
  if (secret.code === null) return linkMail(code, link, publicUrl);
  const blocks: Block[] = [
    sentence(messages.GREETING),
    sentence(messages.CODE_OPENING[code.purpose]),
    { kind: 'code', label: messages.CODE_LABEL, code: secret.code },
    sentence(messages.CODE_HOLDS),
  ];
  if (code.purpose !== 'address_change') blocks.push({ kind: 'link', label: messages.CODE_LINK, url: link, strong: true });
  blocks.push(notYou(messages.NEVER_TELL[code.purpose]));
  return mail(`${code.id}.code`, code.to, { title: messages.CODE_SUBJECT[code.purpose], blocks }, publicUrl);
}

/** Beyond the codes that an address gets in an hour. */
function linkMail(code: { id: string; to: string }, url: string, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    sentence(messages.GREETING),
    sentence(messages.LINK_OPENING),
    { kind: 'link', label: messages.LINK_ALONE, url, strong: true },
    sentence(messages.LINK_HOLDS),
    notYou(messages.NEVER_PASS_ON),
  ];
  return mail(`${code.id}.code`, code.to, { title: messages.LINK_SUBJECT, blocks }, publicUrl);
}

/** To the owner of an address that somebody else wanted: no code, nothing to do. */
export function addressTakenMail(note: { id: string; to: string }, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [sentence(messages.GREETING), sentence(messages.TAKEN_NOTE), notYou(messages.TAKEN_NOTHING)];
  return mail(`${note.id}.note`, note.to, { title: messages.TAKEN_SUBJECT, blocks }, publicUrl);
}

/** To the address that was left. It does not name the new one. */
export function objectionMail(change: { id: string; to: string }, token: string, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    sentence(messages.GREETING),
    sentence(messages.OBJECTION_NOTE),
    { kind: 'link', label: messages.OBJECTION_LINK, url: `${publicUrl}/client/login#object=${token}`, strong: true },
    notYou(messages.OBJECTION_HOLDS),
  ];
  return mail(`${change.id}.objection`, change.to, { title: messages.OBJECTION_SUBJECT, blocks }, publicUrl);
}

/** Whoever trusts a browser gives it 90 days without a code: the owner is told, whoever it was. */
export function browserTrustedMail(notice: { id: string; to: string }, label: string, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    sentence(messages.GREETING),
    sentence(messages.TRUSTED_NOTE),
    { kind: 'facts', rows: [{ label: messages.TRUSTED_BROWSER, lines: [label] }] },
    sentence(messages.TRUSTED_HOLDS),
    { kind: 'link', label: messages.TRUSTED_LINK, url: `${publicUrl}/client/account`, strong: true },
    notYou(messages.TRUSTED_NOT_YOU),
  ];
  return mail(`${notice.id}.trusted`, notice.to, { title: messages.TRUSTED_SUBJECT, blocks }, publicUrl);
}

/** The last mail of an account. */
export function accountClosedMail(notice: { id: string; to: string }, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [sentence(messages.GREETING), sentence(messages.CLOSED_NOTE), sentence(messages.CLOSED_STAYS), notYou(messages.CLOSED_NOT_YOU)];
  return mail(`${notice.id}.closed`, notice.to, { title: messages.CLOSED_SUBJECT, blocks }, publicUrl);
}

function mail(localId: string, to: string, { title, blocks }: MailDocument, publicUrl: string): OutgoingMail {
  const document: MailDocument = { title, blocks: [...blocks, { kind: 'small', text: messages.FOOTER }] };
  return mailOf(document, { messageId: `<${localId}@${mailHost(publicUrl)}>`, to: { address: to } });
}

function sentence(text: string): Block {
  return { kind: 'sentence', runs: [text] };
}

function notYou(text: string): Block {
  return { kind: 'not-you', runs: [text] };
}

/** 8 tries over about ten minutes: a code does not live longer. */
export const sendSignInCode = job<{ code_id: string }>('code-mail', 'send-sign-in-code', { attempts: 8, brief: true, toTypedAddress: true });

/** 18 tries over about eight hours: a mail server that is down overnight loses nothing. */
export const sendAddressObjection = job<{ address_change_id: string }>('mail', 'send-address-objection', { attempts: 18 });

/** Sends what sign-in and changes of address have to say. A repeat carries the same Message-ID. */
@Injectable()
export class ClientMailer {
  constructor(
    private readonly codes: SignInCodeRepository,
    private readonly addressChanges: AddressChangeRepository,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * The mail of a code; nothing when it went out before, was used, was replaced by a newer one or belongs to nobody.
   * @throws PermanentFailure when no further try can deliver it in time
   */
  @Handles(sendSignInCode)
  async sendCode({ code_id: codeId }: { code_id: string }): Promise<void> {
    const code = await this.codes.findCodeMail(codeId);
    if (!code) return;
    const mail = this.mailOf(code);
    const inTime = code.expires_at > this.clock.now();
    if (mail && inTime) await this.mailer.deliver(mail, { isAwaited: true });
    await this.codes.dropMailSecret(codeId);
    if (mail && !inTime) throw new PermanentFailure('The code ran out before the mail server took the mail.');
  }

  /** The notice to an address that was left; nothing when it went out before. @throws PermanentFailure when no further try can deliver it */
  @Handles(sendAddressObjection)
  async sendObjection({ address_change_id: changeId }: { address_change_id: string }): Promise<void> {
    const notice = await this.addressChanges.findObjectionMail(changeId);
    if (!notice) return;
    await this.mailer.deliver(objectionMail({ id: notice.id, to: notice.old_email }, notice.token, this.config.publicUrl));
    await this.addressChanges.dropToken(changeId);
  }

  private mailOf(code: CodeMail): OutgoingMail | undefined {
    const to = code.purpose === 'address_change' ? code.new_email : code.account_email;
    if (to === null || code.used_at) return undefined;
    if (code.new_email_taken) return addressTakenMail({ id: code.id, to }, this.config.publicUrl);
    return codeMail({ id: code.id, purpose: code.purpose, to }, code.secret(), this.config.publicUrl);
  }
}
