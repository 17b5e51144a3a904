import { Block, mailOf } from '../../../integrations/mail/mail-document';
import { nameRun, subjectWith } from '../../../integrations/mail/mail-name';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import * as messages from '../messages';
import type { FollowUpMail } from './follow-up.repository';

/** Says that today is the day, and where to look: neither what it is about nor, to the therapist, whom. */
export function followUpMail(reminder: FollowUpMail, address: string, publicUrl: string): OutgoingMail {
  const messageId = `<${reminder.id}.follow-up@${mailHost(publicUrl)}>`;
  const blocks = blocksFor(reminder, publicUrl);
  if (reminder.recipient === 'therapist') return mailOf({ title: messages.SUBJECT, blocks }, { messageId, to: { address } });
  const title = subjectWith(messages.SUBJECT, 'from', reminder.therapist_name);
  return mailOf({ title, blocks }, { messageId, to: { address }, inNameOf: reminder.therapist_name });
}

const NOT_YOU: Block = { kind: 'not-you', runs: [messages.NOT_YOU_CLIENT] };

function blocksFor({ recipient, plan_id, therapist_name }: FollowUpMail, publicUrl: string): Block[] {
  const toClient = recipient === 'client';
  const today: Block = { kind: 'sentence', runs: toClient ? [messages.TODAY_CLIENT, nameRun(therapist_name), '.'] : [messages.TODAY_THERAPIST] };
  const url = toClient ? `${publicUrl}/client/dashboard?tab=plans` : `${publicUrl}/dashboard?tab=notes&view=plans&plan=${plan_id}`;
  return [
    { kind: 'sentence', runs: [messages.GREETING] },
    today,
    { kind: 'sentence', runs: [messages.SIGN_IN] },
    { kind: 'link', label: toClient ? messages.OPEN_PORTAL : messages.OPEN_PLAN, url, strong: true },
    ...(toClient ? [NOT_YOU] : []),
    { kind: 'small', text: toClient ? messages.FOOTER_CLIENT : messages.FOOTER_THERAPIST },
  ];
}
