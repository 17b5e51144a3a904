import { AddressRefused, MailFailure } from './mailer';

/** What nodemailer tells about a failed delivery. */
interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const UNREACHABLE = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'ESOCKET',
  'EDNS',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPROXY',
]);
/** What the server says by number (RFC 3463), before anything that it repeats of what was typed. */
const ENHANCED = /^\d{3}[ -]\d\.(\d{1,3})\.\d{1,3}(?=\s|$)/;
/** The address and the mailbox behind it; all else is about a server, ours or theirs: its policy, its network, its disk. */
const OF_ADDRESS = ['1', '2'];
/** What a server says without numbers that takes no mail to elsewhere from us, or none from us at all. */
const ABOUT_US = /^\W?(?:relay|block|blacklist|dnsbl|rbl|spam|reputation|polic|denylist|listed)/i;
/** As long as a line of an answer is (RFC 5321). */
const LONGEST_ANSWER = 512;

/** Whether the address is the reason. What was typed is passed over, which many a server repeats. */
function isOfAddress(answer: number, response: string): boolean {
  const [, subject] = ENHANCED.exec(response) ?? [];
  if (subject !== undefined) return OF_ADDRESS.includes(subject);
  return answer >= 500 && !response.slice(0, LONGEST_ANSWER).split(/\s/).some((word) => !word.includes('@') && ABOUT_US.test(word));
}

/** Turns a delivery error into a sentence for the operator, and says whether another try can help. */
export function mailFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const smtp = (error ?? {}) as SmtpError;
  const answer = smtp.responseCode ?? 0;
  if (smtp.command === 'RCPT TO' && answer >= 400 && isOfAddress(answer, smtp.response ?? '')) {
    const permanent = answer >= 500;
    const what = permanent ? 'Reach the person another way.' : 'It may take mail later.';
    return new AddressRefused(permanent, `The mail server refused the recipient's address (${answer}). ${what}`, { cause: error });
  }
  if (smtp.code === 'EABORT') {
    return new MailFailure(false, 'The mail server took too long over one mail, so its connection was closed.', { cause: error });
  }
  if (smtp.code === 'EAUTH') {
    return new MailFailure(
      false,
      `The mail server refused our sign-in (${answer || 'no answer'}). Check the user and password in SMTP_URL.`,
      { cause: error },
    );
  }
  if (answer === 0 && smtp.code !== undefined && UNREACHABLE.has(smtp.code)) {
    return new MailFailure(
      false,
      `The mail server cannot be reached (${smtp.code}). Check SMTP_URL and that the server runs.`,
      { cause: error },
    );
  }
  if (answer > 0) {
    return new MailFailure(
      false,
      `The mail server did not take the mail: it answered ${answer} to ${smtp.command ?? 'the message'}.`,
      { cause: error },
    );
  }
  return new MailFailure(false, `The mail could not be handed over (${smtp.code ?? 'unknown error'}).`, {
    cause: error,
  });
}
