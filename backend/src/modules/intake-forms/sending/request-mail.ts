import { Block, MailDocument, mailOf } from '../../../integrations/mail/mail-document';
import { nameRun, subjectWith } from '../../../integrations/mail/mail-name';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { THERAPISTS_TIME, timeRows, visitorZone } from '../../scheduling/rules/appointment-time';
import * as messages from './messages';
import type { RequestMail } from './request.repository';

/** Why the link is mailed. */
export type RequestMailKind = 'sent' | 'reminder';

/** Brings the link, the therapist's name and the appointment's time: neither what the form is called nor what it asks. */
export function requestMail(request: RequestMail, kind: RequestMailKind, mailId: string, publicUrl: string): OutgoingMail {
  return mailOf(documentOf(request, kind, `${publicUrl}/forms#${request.token()}`), {
    messageId: `<${request.id}.${mailId}@${mailHost(publicUrl)}>`,
    to: { address: request.client_email },
    inNameOf: request.therapist_name,
  });
}

function documentOf(request: RequestMail, kind: RequestMailKind, url: string): MailDocument {
  const name = nameRun(request.therapist_name, kind === 'sent');
  const asks = request.starts_at ? messages.ASKS_BEFORE : messages.ASKS;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
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
