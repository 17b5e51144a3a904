import { Block, MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { shortTime } from '../../scheduling/rules/appointment-time';
import * as messages from '../messages';
import { GrantNotice } from './break-glass.repository';

/** Tells a therapist that an administrator has opened a record of theirs: who, since when and until when; never whose record, nor why. */
export function breakGlassMail(notice: GrantNotice, publicUrl: string): OutgoingMail {
  const zone = notice.therapist_zone;
  const time = (instant: Date): string => `${shortTime(instant, zone, notice.created_at)} (${zone.replaceAll('_', ' ')})`;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.noticeGreeting] },
    { kind: 'sentence', runs: [messages.noticeOpening] },
    {
      kind: 'facts',
      rows: [
        { label: messages.noticeWho, lines: [notice.administrator] },
        { label: messages.noticeSince, lines: [time(notice.created_at)] },
        { label: messages.noticeUntil, lines: [time(notice.expires_at)] },
      ],
    },
    { kind: 'sentence', runs: [messages.noticeWhere] },
    { kind: 'link', label: messages.noticeLink, url: `${publicUrl}/dashboard` },
    { kind: 'small', text: messages.noticeFooter },
  ];
  const document: MailDocument = { title: messages.noticeSubject, blocks };
  return {
    messageId: `<break-glass.${notice.id}.${notice.therapist_id}@${mailHost(publicUrl)}>`,
    to: { address: notice.therapist_email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}
