import { Block, mailOf } from '../../../integrations/mail/mail-document';
import { nameRun, subjectWith } from '../../../integrations/mail/mail-name';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { readersShortTime, THERAPISTS_TIME, timeRows, visitorZone } from '../../scheduling/rules/appointment-time';
import { DateTime } from 'luxon';
import type { EndOfMails } from '../../clients/strangers/mail-ends.service';
import { OfferRow, WaitingRow } from './waiting.repository';

const GREETING = 'Hello,';
const FOOTER = 'Sent by Attune because this address was given for a waiting list.';
const CONFIRM = 'Confirm';
const CONFIRM_WHY = 'Please confirm that this is your address. When a time that suits you becomes free, it is offered to you by mail and kept for two hours.';
const CONFIRM_NOT_YOU = 'Do nothing: without a confirmation nothing more is sent, and the request is deleted within a day.';
const SEE_OFFER = 'See this time';
const MINUTE_MS = 60_000;

/** Asks whoever has the mailbox whether the request is theirs. @param first what is to be read before all of it */
export function confirmMail(request: WaitingRow, publicUrl: string, end: EndOfMails | undefined, first: readonly Block[] = []): OutgoingMail {
  const blocks: Block[] = [
    { kind: 'sentence', runs: [GREETING] },
    ...first,
    { kind: 'sentence', runs: ['Somebody with this address waits for a time with ', nameRun(request.therapist_name), '.'] },
    { kind: 'sentence', runs: [CONFIRM_WHY] },
    { kind: 'link', label: CONFIRM, url: `${publicUrl}/waiting#${request.token()}`, strong: true },
    { kind: 'not-you', runs: [CONFIRM_NOT_YOU] },
    ...(end?.blocks ?? []),
    { kind: 'small', text: FOOTER },
  ];
  return mailOf({ title: subjectWith('Please confirm: the waiting list', 'of', request.therapist_name), blocks }, { ...aboutOf(request, 'confirm', publicUrl), ...(end && { headers: end.headers }) });
}

/** Offers a time; behind its link is a button. @param first as in {@link confirmMail} */
export function offerMail(request: WaitingRow, offer: OfferRow, publicUrl: string, first: readonly Block[] = []): OutgoingMail {
  const { timezone, duration_minutes } = request;
  const zone = visitorZone({ timezone, client_timezone: request.details().client_timezone ?? null });
  const ends_at = new Date(offer.starts_at.getTime() + duration_minutes * MINUTE_MS);
  const until = DateTime.fromJSDate(offer.expires_at, { zone: zone ?? timezone }).toFormat('HH:mm');
  const blocks: Block[] = [
    { kind: 'sentence', runs: [GREETING] },
    ...first,
    { kind: 'sentence', runs: ['A time with ', nameRun(request.therapist_name), ' has become free.'] },
    { kind: 'facts', rows: timeRows({ starts_at: offer.starts_at, ends_at, timezone }, zone, THERAPISTS_TIME) },
    { kind: 'sentence', runs: [`It is kept for you until ${until}, then it is offered to the next. Nothing is booked before you take it. Who leaves three offers unanswered waits no longer.`] },
    { kind: 'link', label: SEE_OFFER, url: `${publicUrl}/waiting#${request.token()}`, strong: true },
    { kind: 'not-you', asks: 'No longer waiting?', runs: ['Open the link and leave the waiting list: then nothing more is sent.'] },
    { kind: 'small', text: FOOTER },
  ];
  return mailOf({ title: `${subjectWith('A free time', 'with', request.therapist_name)}: ${readersShortTime(offer.starts_at, timezone, zone, offer.created_at)}`, blocks }, aboutOf(request, offer.id, publicUrl));
}

function aboutOf(request: WaitingRow, mail: string, publicUrl: string): Pick<OutgoingMail, 'messageId' | 'to' | 'inNameOf'> {
  return { messageId: `<${request.id}.${mail}@${mailHost(publicUrl)}>`, to: { address: request.details().client_email }, inNameOf: request.therapist_name };
}
