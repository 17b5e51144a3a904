import { Block, MailDocument, renderHtml, renderText } from '../../integrations/mail/mail-document';
import { mailHost } from '../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../integrations/mail/mailer';
import { shortTime } from '../notifications/appointment-time';
import { GrantRow } from './break-glass.repository';
import * as messages from './messages';

/** Tells a therapist that an administrator has opened their records: who by role, since when and until when; never the reason. */
export function breakGlassMail(grant: Omit<GrantRow, 'reason'>, publicUrl: string): OutgoingMail {
  const zone = grant.therapist_zone;
  const time = (instant: Date): string => `${shortTime(instant, zone, grant.created_at)} (${zone.replaceAll('_', ' ')})`;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.noticeGreeting] },
    { kind: 'sentence', runs: [messages.noticeOpening] },
    {
      kind: 'facts',
      rows: [
        { label: messages.noticeSince, lines: [time(grant.created_at)] },
        { label: messages.noticeUntil, lines: [time(grant.expires_at)] },
      ],
    },
    { kind: 'sentence', runs: [messages.noticeWhere] },
    { kind: 'small', text: messages.noticeFooter },
  ];
  const document: MailDocument = { title: messages.noticeSubject, blocks };
  return {
    messageId: `<break-glass.${grant.id}@${mailHost(publicUrl)}>`,
    to: { address: grant.therapist_email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}
