import { PermanentFailure, Refused } from '../../common/jobs/job';

/** One mailbox; the name is what a reader sees. */
export interface MailAddress {
  name?: string;
  address: string;
}

/** A calendar message that travels with a mail (RFC 5546). */
export interface CalendarPart {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  content: string;
}

/** One mail to one person. */
export interface OutgoingMail {
  /** With angle brackets. The same for every try, so that a repeat is recognisable. */
  messageId: string;
  to: MailAddress;
  /** Left out: the installation's own sender (MAIL_FROM). */
  from?: MailAddress;
  /** The therapist whose practice the mail is about, named beside the installation's sender where the name may stand there. */
  inNameOf?: string;
  subject: string;
  text: string;
  html: string;
  ics?: CalendarPart;
  headers?: Readonly<Record<string, string>>;
}

/** Beside whom a mail goes out: one at a time to a recipient's domain, and of a practice. */
export interface MailTurn {
  /** Somebody waits for it before a page: it goes out on connections of its own. */
  isAwaited?: true;
  /** Of a mail to somebody else: the therapist whose practice it is about. */
  practice?: string;
}

/**
 * Why a mail did not go out, in words for the person who runs the installation.
 * `permanent`: trying again cannot help (the address is refused); otherwise the way to the mail server is broken.
 */
export class MailFailure extends Error {
  constructor(
    readonly permanent: boolean,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** Of these the recipient's address is the reason: `permanent` where the server says so, not where it may take it later. */
export class AddressRefused extends MailFailure {}

/** No mailbox is ever there (RFC 2606): who has lost an address has one of these. */
const NOBODYS = /\.invalid$/i;

/** The way mail leaves the house. */
export abstract class Mailer {
  /** The address that mails come from when they name none; the organizer of calendar parts. */
  abstract readonly sender: MailAddress;

  /**
   * Hands one mail to the mail server and waits for its receipt, but not for ever.
   * @throws MailFailure when the server did not take it; NotYet while another one has its turn
   */
  abstract send(mail: OutgoingMail, turn?: MailTurn): Promise<void>;

  /**
   * {@link send} for jobs.
   * @throws Refused where the address takes no mail, for ever or for now; PermanentFailure when no further try can deliver the mail otherwise; MailFailure when a later one may; NotYet while another one has its turn
   */
  async deliver(mail: OutgoingMail, turn?: MailTurn): Promise<void> {
    if (NOBODYS.test(mail.to.address)) throw new Refused('The person has no address at the moment, so nothing was sent.', true);
    try {
      await this.send(mail, turn);
    } catch (error) {
      if (error instanceof AddressRefused) throw new Refused(error.reason, error.permanent, { cause: error });
      if (error instanceof MailFailure && error.permanent) throw new PermanentFailure(error.reason, { cause: error });
      throw error;
    }
  }
}
