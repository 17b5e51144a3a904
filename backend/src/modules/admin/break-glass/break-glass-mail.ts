import { Block, mailOf } from '../../../integrations/mail/mail-document';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { shortTime } from '../../scheduling/rules/appointment-time';
import * as messages from '../messages';
import { GrantNotice } from './break-glass.repository';

/** Tells a therapist that an administrator has opened a record of theirs: who, since when and until when; never whose record, nor why. */
export function breakGlassMail(notice: GrantNotice, address: string, publicUrl: string): OutgoingMail {
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
    { kind: 'link', label: messages.noticeLink, url: `${publicUrl}/dashboard`, strong: true },
    { kind: 'not-you', asks: messages.noticeAsks, runs: [messages.noticeWhatToDo] },
    { kind: 'small', text: messages.noticeFooter },
  ];
  const messageId = `<break-glass.${notice.id}.${notice.therapist_id}@${mailHost(publicUrl)}>`;
  return mailOf({ title: messages.noticeSubject, blocks }, { messageId, to: { address } });
}
