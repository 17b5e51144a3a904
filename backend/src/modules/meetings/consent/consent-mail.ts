import { Block, mailOf } from '../../../integrations/mail/mail-document';
import { nameRun, subjectWith } from '../../../integrations/mail/mail-name';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import type { ConsentMail } from './consent.repository';
import * as messages from './messages';

/** Brings the link and the therapist's name: neither when nor where the session is. @param first what is to be read before all of it */
export function consentMail(consent: ConsentMail, mailId: string, publicUrl: string, first: readonly Block[] = []): OutgoingMail {
  return mailOf(
    {
      title: subjectWith(messages.SUBJECT, 'from', consent.therapist_name),
      blocks: [
        { kind: 'sentence', runs: [messages.GREETING] },
        ...first,
        { kind: 'sentence', runs: [nameRun(consent.therapist_name, true), messages.ASKS] },
        { kind: 'sentence', runs: [consent.needs_own_click ? messages.YOU_DECIDE : messages.YOU_CAN_DECIDE] },
        { kind: 'link', label: messages.OPEN, url: `${publicUrl}/consent#${consent.token()}`, strong: true },
        { kind: 'sentence', runs: [consent.needs_own_click ? messages.LASTS : messages.LASTS_NOTED] },
        { kind: 'sentence', runs: [messages.PRIVATE] },
        { kind: 'not-you', runs: [consent.needs_own_click ? messages.NOT_YOU : messages.NOT_YOU_NOTED] },
        { kind: 'small', text: messages.FOOTER },
      ],
    },
    { messageId: `<${consent.id}.${mailId}@${mailHost(publicUrl)}>`, to: { address: consent.client_email }, inNameOf: consent.therapist_name },
  );
}
