import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CaughtAttachment {
  filename: string;
  content_type: string;
  text: string;
}

/** One mail as people and tests read it. */
export interface CaughtMail {
  id: string;
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  message_id: string;
  attachments: CaughtAttachment[];
  received_at: string;
}

interface StoredMail extends CaughtMail {
  /** Whom the mail was really handed in for; blind copies are here only. */
  recipients: string[];
}

const KEPT = 500;

/** The last 500 mails, newest first, kept in files so that a restart does not lose them. */
export class Mailbox {
  private readonly mails: StoredMail[] = [];
  private lastNumber = 0;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder).filter((entry) => /^\d+\.json$/.test(entry)).sort()) {
      const mail = readMail(join(folder, name));
      if (mail !== null) this.mails.unshift(mail);
      this.lastNumber = Math.max(this.lastNumber, Number.parseInt(name, 10));
    }
    this.dropOldest();
  }

  add(mail: Omit<CaughtMail, 'id' | 'received_at'>, recipients: string[]): CaughtMail {
    this.lastNumber += 1;
    const id = String(this.lastNumber).padStart(8, '0');
    const stored: StoredMail = { id, ...mail, received_at: new Date().toISOString(), recipients };
    const path = join(this.folder, `${id}.json`);
    writeFileSync(`${path}.new`, JSON.stringify(stored), { mode: 0o600 });
    renameSync(`${path}.new`, path);
    this.mails.unshift(stored);
    this.dropOldest();
    return stored;
  }

  /** Newest first; with an address, only what was sent to it. */
  list(to?: string): CaughtMail[] {
    const wanted = to?.trim().toLowerCase();
    return this.mails.filter((mail) => wanted === undefined || mail.recipients.includes(wanted)).map(withoutRecipients);
  }

  find(id: string): CaughtMail | undefined {
    const mail = this.mails.find((candidate) => candidate.id === id);
    return mail === undefined ? undefined : withoutRecipients(mail);
  }

  clear(): void {
    for (const mail of this.mails.splice(0)) rmSync(join(this.folder, `${mail.id}.json`), { force: true });
  }

  private dropOldest(): void {
    for (const mail of this.mails.splice(KEPT)) rmSync(join(this.folder, `${mail.id}.json`), { force: true });
  }
}

function withoutRecipients({ recipients: _recipients, ...mail }: StoredMail): CaughtMail {
  return mail;
}

/** A file cut short by a crash is not worth a failed start. */
function readMail(path: string): StoredMail | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as StoredMail;
  } catch {
    return null;
  }
}
