import { Block, MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { oneLine } from '../../../integrations/mail/mail-header';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import * as messages from '../messages';
import type { FollowUpMail } from './follow-up.repository';

/** Says that today is the day, and where to look: neither what it is about nor, to the therapist, whom. */
export function followUpMail(reminder: FollowUpMail, publicUrl: string): OutgoingMail {
  const document: MailDocument = { title: messages.SUBJECT, blocks: blocksFor(reminder, publicUrl) };
  return {
    messageId: `<${reminder.id}.follow-up@${mailHost(publicUrl)}>`,
    to: { address: reminder.recipient === 'client' ? reminder.client_email : reminder.therapist_email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}

function blocksFor({ recipient, plan_id, therapist_name }: FollowUpMail, publicUrl: string): Block[] {
  const toClient = recipient === 'client';
  const today: Block = { kind: 'sentence', runs: toClient ? [messages.TODAY_CLIENT, { name: oneLine(therapist_name) }, '.'] : [messages.TODAY_THERAPIST] };
  const url = toClient ? `${publicUrl}/client/dashboard?tab=plans` : `${publicUrl}/dashboard?tab=notes&view=plans&plan=${plan_id}`;
  return [
    { kind: 'sentence', runs: [messages.GREETING] },
    today,
    { kind: 'sentence', runs: [messages.SIGN_IN] },
    { kind: 'link', label: toClient ? messages.OPEN_PORTAL : messages.OPEN_PLAN, url, strong: true },
    { kind: 'small', text: toClient ? messages.FOOTER_CLIENT : messages.FOOTER_THERAPIST },
  ];
}
