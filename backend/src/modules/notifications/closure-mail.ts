import { Block, mailOf } from '../../integrations/mail/mail-document';
import { nameRun } from '../../integrations/mail/mail-name';
import { mailHost } from '../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../integrations/mail/mailer';
import { readersShortTime, THERAPISTS_TIME, timeRows, visitorZone } from '../scheduling/rules/appointment-time';
import { ClosedTherapist, StandingAppointment } from './closure.repository';
import * as messages from './messages';

/** Which closure of an account a mail tells of, and whom. */
export interface ClosureNotice {
  id: string;
  recipientId: string;
  writtenAt: Date;
}

/** Tells a client that the therapist is no longer on Attune, and that what is booked stays. No service and no notes. @param before what is to be read before all of it */
export function clientClosureMail(notice: ClosureNotice, { therapist_name: name }: ClosedTherapist, standing: readonly StandingAppointment[], publicUrl: string, before: readonly Block[] = []): OutgoingMail {
  const [first, ...others] = standing;
  if (!first) throw new Error('a closure concerns nobody without an appointment');
  const link = (one: StandingAppointment): Block => ({
    kind: 'link',
    label: others.length === 0 ? messages.STANDING_LINK : `${messages.STANDING_LINK}: ${readersShortTime(one.starts_at, one.timezone, visitorZone(one), notice.writtenAt)}`,
    url: `${publicUrl}/manage#${one.manageToken()}`,
    strong: others.length === 0,
  });
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    ...before,
    { kind: 'sentence', runs: [nameRun(name, true), others.length === 0 ? messages.CLOSED_TO_CLIENT_ONE : messages.CLOSED_TO_CLIENT] },
    ...standing.flatMap((one): Block[] => [factsOf(one), link(one)]),
    { kind: 'sentence', runs: [messages.CLOSED_ASK] },
    { kind: 'small', text: messages.FOOTER },
  ];
  return mailOf({ title: messages.closedClientSubject(name), blocks }, { ...aboutOf(notice, publicUrl), to: { address: first.client_email }, inNameOf: name });
}

/** Tells a therapist that the account was closed, and what stays. */
export function therapistClosureMail(notice: ClosureNotice, { upcoming }: Pick<ClosedTherapist, 'upcoming'>, address: string, publicUrl: string): OutgoingMail {
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: [messages.CLOSED_TO_THERAPIST] },
    { kind: 'sentence', runs: [messages.closedUpcoming(upcoming)] },
    { kind: 'not-you', asks: messages.CLOSED_ASKS, runs: [messages.CLOSED_QUESTIONS] },
    { kind: 'small', text: messages.CLOSED_FOOTER },
  ];
  return mailOf({ title: messages.CLOSED_THERAPIST_SUBJECT, blocks }, { ...aboutOf(notice, publicUrl), to: { address } });
}

function factsOf(one: StandingAppointment): Block {
  return { kind: 'facts', rows: timeRows(one, visitorZone(one), THERAPISTS_TIME) };
}

function aboutOf({ id, recipientId }: ClosureNotice, publicUrl: string): { messageId: string } {
  return { messageId: `<closure.${id}.${recipientId}@${mailHost(publicUrl)}>` };
}
