import { Block, MailDocument, mailOf } from '../../../integrations/mail/mail-document';
import { nameRun, subjectWith } from '../../../integrations/mail/mail-name';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { THERAPISTS_TIME, timeRows, visitorZone } from '../../scheduling/rules/appointment-time';
import * as messages from './messages';
import type { RequestMail } from './request.repository';

/** Why the link is mailed. `renewed`: the client has another address, and all links that wait are new. */
export type RequestMailKind = 'sent' | 'reminder' | 'renewed';

/** So many have a link in one mail; the others are behind the sign-in. */
const LISTED = 50;

/** Brings the link, the therapist's name and the appointment's time: neither what the form is called nor what it asks. @param first what is to be read before all of it */
export function requestMail(request: RequestMail, kind: RequestMailKind, mailId: string, publicUrl: string, first: readonly Block[] = []): OutgoingMail {
  return mailOf(documentOf(request, kind, `${publicUrl}/forms#${request.token()}`, first), {
    messageId: `<${request.id}.${mailId}@${mailHost(publicUrl)}>`,
    to: { address: request.client_email },
    inNameOf: request.therapist_name,
  });
}

/** One mail with the links of all forms that wait for somebody; they may be of several therapists. @param requests at least one */
export function renewedMail(requests: readonly [RequestMail, ...RequestMail[]], mailId: string, publicUrl: string): OutgoingMail {
  const [first] = requests;
  const more = requests.length - LISTED;
  const isOfOne = requests.every(({ therapist_id }) => therapist_id === first.therapist_id);
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: [messages.RENEWED] },
    ...requests.slice(0, LISTED).map((each): Block => ({ kind: 'link', label: subjectWith(messages.formOf, 'from', each.therapist_name), url: `${publicUrl}/forms#${each.token()}` })),
    ...moreBlocks(more, publicUrl),
    { kind: 'sentence', runs: [messages.PRIVATE] },
    { kind: 'small', text: messages.FOOTER },
  ];
  const title = isOfOne ? subjectWith(messages.RENEWED_SUBJECT, 'from', first.therapist_name) : messages.RENEWED_SUBJECT;
  return mailOf({ title, blocks }, { messageId: `<${first.id}.${mailId}@${mailHost(publicUrl)}>`, to: { address: first.client_email }, ...(isOfOne && { inNameOf: first.therapist_name }) });
}

function moreBlocks(more: number, publicUrl: string): Block[] {
  if (more <= 0) return [];
  return [
    { kind: 'sentence', runs: [messages.moreForms(more)] },
    { kind: 'link', label: messages.ALL_FORMS, url: `${publicUrl}/client/dashboard`, strong: true },
  ];
}

function documentOf(request: RequestMail, kind: RequestMailKind, url: string, first: readonly Block[]): MailDocument {
  const name = nameRun(request.therapist_name, kind !== 'reminder');
  const asks = request.starts_at ? messages.ASKS_BEFORE : messages.ASKS;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    ...first,
    { kind: 'sentence', runs: kind === 'reminder' ? [messages.REMINDS, name, '.'] : [name, asks] },
    ...timesOf(request),
    { kind: 'link', label: messages.OPEN_FORM, url, strong: true },
    { kind: 'sentence', runs: [messages.SAVED_AS_YOU_GO] },
    { kind: 'sentence', runs: [messages.PRIVATE] },
    { kind: 'not-you', runs: [messages.NOT_YOU] },
    { kind: 'small', text: messages.FOOTER },
  ];
  return { title: subjectWith(kind === 'reminder' ? messages.REMINDER_SUBJECT : messages.SUBJECT, 'from', request.therapist_name), blocks };
}

function timesOf({ starts_at, ends_at, timezone, client_timezone }: RequestMail): Block[] {
  if (!starts_at || !ends_at || timezone === null) return [];
  return [{ kind: 'facts', rows: timeRows({ starts_at, ends_at, timezone }, visitorZone({ timezone, client_timezone }), THERAPISTS_TIME) }];
}
