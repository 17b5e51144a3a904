import { Block, Fact, mailOf } from '../../../integrations/mail/mail-document';
import { nameRun } from '../../../integrations/mail/mail-name';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { readersShortTime, THERAPISTS_TIME, timeRows, visitorZone } from '../../scheduling/rules/appointment-time';
import { noticePolicy } from '../../scheduling/rules/working-rules';
import { FOOTER, GREETING, VIDEO_LINK, WHERE } from '../messages';
import { placeLines, videoLink } from '../place-words';
import * as messages from './messages';
import type { FoundReminder, ReminderNotice } from './reminder.repository';

const HOUR_MS = 3_600_000;

/** Reminds a client of one appointment. @param first what is to be read before all of it */
export function reminderMail({ notice, manageToken, choiceToken }: FoundReminder, publicUrl: string, now: Date, first: readonly Block[] = []): OutgoingMail {
  const zone = visitorZone(notice);
  const canChange = now.getTime() < notice.starts_at.getTime() - notice.cancellation_notice_hours * HOUR_MS;
  const video = videoLink(notice, 'client');
  const blocks: Block[] = [
    { kind: 'sentence', runs: [GREETING] },
    ...first,
    { kind: 'sentence', runs: [messages.REMINDER_OF, nameRun(notice.therapist_name), '.'] },
    facts(notice, zone),
    ...(video === undefined ? [] : [{ kind: 'link', label: VIDEO_LINK, url: video } satisfies Block]),
    { kind: 'link', label: canChange ? messages.SEE_OR_CHANGE : messages.SEE, url: `${publicUrl}/manage#${manageToken}`, strong: true },
    { kind: 'sentence', runs: [canChange ? noticePolicy(notice.cancellation_notice_hours) : messages.TOO_LATE] },
    { kind: 'link', label: messages.STOP_LINK, url: `${publicUrl}/reminders#${choiceToken}` },
    ...(canChange ? [{ kind: 'not-you', runs: [messages.NOT_YOU] } satisfies Block] : []),
    { kind: 'small', text: FOOTER },
  ];
  const title = messages.subject(readersShortTime(notice.starts_at, notice.timezone, zone, now), notice.therapist_name);
  return mailOf({ title, blocks }, { messageId: `<${notice.id}.reminder@${mailHost(publicUrl)}>`, to: { address: notice.client_email }, inNameOf: notice.therapist_name });
}

function facts(notice: ReminderNotice, zone: string | undefined): Block {
  const rows: Fact[] = timeRows(notice, zone, THERAPISTS_TIME);
  const where = placeLines(notice, 'client');
  return { kind: 'facts', rows: where.length > 0 ? [...rows, { label: WHERE, lines: where }] : rows };
}
