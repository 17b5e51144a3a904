import { MAILBOX } from '../../common/http/fields';
import { MailAddress, MailFailure, OutgoingMail } from './mailer';

/** Control characters and line separators: everything that could end a header line or hide text in one. */
const LINE_BREAKING = /[\p{Cc}\u2028\u2029]/u;
const MESSAGE_ID = /^<[^\s<>@]+@[^\s<>@]+>$/;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;

/**
 * Refuses a mail whose headers could be read as something else than one recipient and one subject.
 * @throws MailFailure (permanent): the text is wrong, another try cannot help
 */
export function assertSafeHeaders(mail: OutgoingMail): void {
  assertAddress(mail.to, 'recipient');
  if (mail.from) assertAddress(mail.from, 'sender');
  assertOneLine(mail.subject, 'subject');
  if (!MESSAGE_ID.test(mail.messageId)) throw refused('Message-ID');
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!HEADER_NAME.test(name)) throw refused('header');
    assertOneLine(value, 'header');
  }
}

/** A name as it may stand in a header: one line, without what a header could be broken with. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Reads `Name <address>` or a bare address, as MAIL_FROM has it. */
export function parseSender(text: string): MailAddress {
  const match = /^(?:(?:"([^"<>]*)" *|([^"<>]*))<([^<>\s]+)>|([^<>\s]+))$/.exec(text.trim());
  const address = match?.[3] ?? match?.[4] ?? '';
  if (!MAILBOX.test(address) || LINE_BREAKING.test(text))
    throw new Error('MAIL_FROM must be an address or `Name <address>`.');
  const name = (match?.[1] ?? match?.[2])?.trim();
  return name ? { name, address } : { address };
}

function assertAddress({ name, address }: MailAddress, part: string): void {
  if (!MAILBOX.test(address) || LINE_BREAKING.test(address)) throw refused(part);
  if (name !== undefined) assertOneLine(name, part);
}

function assertOneLine(text: string, part: string): void {
  if (LINE_BREAKING.test(text)) throw refused(part);
}

function refused(part: string): MailFailure {
  return new MailFailure(true, `The mail was not sent: its ${part} is not usable in a mail header.`);
}
