import { Block, MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { shortTime } from '../../scheduling/rules/appointment-time';
import * as messages from '../messages';
import { Grant } from './break-glass.repository';

/** Tells a therapist that an administrator has opened their records: who by role, since when and until when; never the reason. */
export function breakGlassMail(access: Grant, publicUrl: string): OutgoingMail {
  const zone = access.therapist_zone;
  const time = (instant: Date): string => `${shortTime(instant, zone, access.created_at)} (${zone.replaceAll('_', ' ')})`;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.noticeGreeting] },
    { kind: 'sentence', runs: [messages.noticeOpening] },
    {
      kind: 'facts',
      rows: [
        { label: messages.noticeSince, lines: [time(access.created_at)] },
        { label: messages.noticeUntil, lines: [time(access.expires_at)] },
      ],
    },
    { kind: 'sentence', runs: [messages.noticeWhere] },
    { kind: 'small', text: messages.noticeFooter },
  ];
  const document: MailDocument = { title: messages.noticeSubject, blocks };
  return {
    messageId: `<break-glass.${access.id}@${mailHost(publicUrl)}>`,
    to: { address: access.therapist_email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}
