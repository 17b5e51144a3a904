import { Block, MailDocument, renderHtml, renderText } from '../../integrations/mail/mail-document';
import { mailHost } from '../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../integrations/mail/mailer';
import { MailSecret } from './code-secrets';
import * as messages from './messages';
import { CodePurpose } from './sign-in-code.repository';

/** The code, and for signing in the link beside it. It is the only number of six digits in the mail. */
export function codeMail(code: { id: string; purpose: CodePurpose; to: string }, secret: MailSecret, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    sentence(messages.GREETING),
    sentence(messages.CODE_OPENING[code.purpose]),
    { kind: 'facts', rows: [{ label: messages.CODE_LABEL, lines: [secret.code] }] },
    sentence(messages.CODE_HOLDS),
  ];
  if (code.purpose !== 'address_change') blocks.push({ kind: 'link', label: messages.CODE_LINK, url: `${publicUrl}/client/login#token=${secret.token}` });
  blocks.push(sentence(messages.NEVER_TELL));
  return mail(`${code.id}.code`, code.to, { title: messages.CODE_SUBJECT[code.purpose], blocks }, publicUrl);
}

/** To the owner of an address that somebody else wanted: no code, nothing to do. */
export function addressTakenMail(note: { id: string; to: string }, publicUrl: string): OutgoingMail {
  const blocks = [sentence(messages.GREETING), sentence(messages.TAKEN_NOTE)];
  return mail(`${note.id}.note`, note.to, { title: messages.TAKEN_SUBJECT, blocks }, publicUrl);
}

/** To the address that was left. It does not name the new one. */
export function objectionMail(change: { id: string; to: string }, token: string, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    sentence(messages.GREETING),
    sentence(messages.OBJECTION_NOTE),
    { kind: 'link', label: messages.OBJECTION_LINK, url: `${publicUrl}/client/login#object=${token}`, strong: true },
    sentence(messages.OBJECTION_HOLDS),
  ];
  return mail(`${change.id}.objection`, change.to, { title: messages.OBJECTION_SUBJECT, blocks }, publicUrl);
}

function mail(localId: string, to: string, { title, blocks }: MailDocument, publicUrl: string): OutgoingMail {
  const document: MailDocument = { title, blocks: [...blocks, { kind: 'small', text: messages.FOOTER }] };
  return {
    messageId: `<${localId}@${mailHost(publicUrl)}>`,
    to: { address: to },
    subject: title,
    text: renderText(document),
    html: renderHtml(document),
  };
}

function sentence(text: string): Block {
  return { kind: 'sentence', runs: [text] };
}
