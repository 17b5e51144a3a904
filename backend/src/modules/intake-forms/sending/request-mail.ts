import { Block, MailDocument, renderHtml, renderText } from '../../../integrations/mail/mail-document';
import { oneLine } from '../../../integrations/mail/mail-header';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { OutgoingMail } from '../../../integrations/mail/mailer';
import { timeLines, visitorZone } from '../../scheduling/rules/appointment-time';
import * as messages from './messages';
import type { RequestMail } from './request.repository';

/** Why the link is mailed. */
export type RequestMailKind = 'sent' | 'reminder';

/** Brings the link, the therapist's name and the appointment's time: neither what the form is called nor what it asks. */
export function requestMail(request: RequestMail, kind: RequestMailKind, mailId: string, publicUrl: string): OutgoingMail {
  const document = documentOf(request, kind, `${publicUrl}/forms#${request.token()}`);
  return {
    messageId: `<${request.id}.${mailId}@${mailHost(publicUrl)}>`,
    to: { address: request.client_email },
    subject: document.title,
    text: renderText(document),
    html: renderHtml(document),
  };
}

function documentOf(request: RequestMail, kind: RequestMailKind, url: string): MailDocument {
  const name = { name: oneLine(request.therapist_name) };
  const asks = request.starts_at ? messages.ASKS_BEFORE : messages.ASKS;
  const blocks: Block[] = [
    { kind: 'sentence', runs: [messages.GREETING] },
    { kind: 'sentence', runs: kind === 'reminder' ? [messages.REMINDS, name, '.'] : [name, asks] },
    ...timesOf(request),
    { kind: 'link', label: messages.OPEN_FORM, url, strong: true },
    { kind: 'sentence', runs: [messages.SAVED_AS_YOU_GO] },
    { kind: 'sentence', runs: [messages.PRIVATE] },
    { kind: 'small', text: messages.FOOTER },
  ];
  return { title: kind === 'reminder' ? messages.REMINDER_SUBJECT : messages.SUBJECT, blocks };
}

function timesOf({ starts_at, ends_at, timezone, client_timezone }: RequestMail): Block[] {
  if (!starts_at || !ends_at || timezone === null) return [];
  const alsoIn = visitorZone({ timezone, client_timezone });
  const rows = [{ label: messages.WHEN, lines: timeLines({ starts_at, ends_at }, timezone) }];
  if (alsoIn !== undefined) rows.push({ label: messages.YOUR_TIME, lines: timeLines({ starts_at, ends_at }, alsoIn) });
  return [{ kind: 'facts', rows }];
}
