import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GoogleAccount, GoogleStore } from '../google-store';
import type { EventTime } from './event-time';
import { notFound } from './google-error';
import type { Shape } from './recurrence';

export type Json = Record<string, unknown>;
export type AccessRole = 'owner' | 'writer' | 'reader';

/** An event as it is kept; a deleted one stays as its own tombstone. */
export interface StoredEvent {
  id: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  start: EventTime;
  end: EventTime;
  startMs: number;
  endMs: number;
  recurrence?: string[];
  recurringEventId?: string;
  originalStartTime?: EventTime;
  created: string;
  updated: string;
  sequence: number;
  etag: string;
  /** The calendar's change at which it was made, and the last one that touched it. */
  madeAt: number;
  changedAt: number;
  /** Earlier shapes of a series, each with the change that ended it. */
  past?: { endedAt: number; shape: Shape }[];
  /** Reads until a video link that is being made is there. */
  linkAfterReads?: number;
  /** Everything else, as it was given. */
  fields: Json;
}

export interface StoredCalendar {
  id: string;
  summary: string;
  timeZone: string;
  isPrimary: boolean;
  accessRole: AccessRole;
  /** Made through the API: what `calendar.app.created` may touch. */
  isOfApp: boolean;
  /** The change of the list that brought it. */
  listedAt: number;
  changes: number;
  events: Map<string, StoredEvent>;
}

export interface Channel {
  id: string;
  resourceId: string;
  calendarId: string;
  address: string;
  token?: string;
  expiresAt: number;
  messages: number;
}

export interface AccountCalendars {
  account: GoogleAccount;
  calendars: StoredCalendar[];
  channels: Channel[];
  /** Counts what happens to the list of calendars. */
  listChanges: number;
  removed: { id: string; at: number }[];
  /** Sync tokens of an earlier epoch are worth nothing. */
  epoch: number;
  key: Buffer;
}

export const DEMO_ZONE = 'America/New_York';
const SAVED_WITHIN_MS = 400;

/** The calendars of every account, one file for each beside the accounts' own. What is changed is on disk within half a second, at a proper end at once. */
export class CalendarStore {
  /** Told of every calendar that changed, once for all changes of one turn. */
  onChange: (owner: AccountCalendars, calendar: StoredCalendar) => void = () => undefined;
  private readonly known = new Map<string, AccountCalendars>();
  private readonly unsaved = new Set<AccountCalendars>();
  private readonly untold = new Map<StoredCalendar, AccountCalendars>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly google: GoogleStore) {}

  now(): number {
    return this.google.now();
  }

  of(account: GoogleAccount): AccountCalendars {
    const known = this.known.get(account.sub);
    if (known !== undefined) return known;
    const owner = this.read(account) ?? this.firstCalendars(account);
    this.known.set(account.sub, owner);
    return owner;
  }

  calendar(owner: AccountCalendars, id: string): StoredCalendar {
    const found = owner.calendars.find((calendar) => calendar.id === id || (id === 'primary' && calendar.isPrimary));
    if (found === undefined) throw notFound();
    return found;
  }

  addCalendar(owner: AccountCalendars, given: Partial<Pick<StoredCalendar, 'summary' | 'timeZone' | 'accessRole' | 'isOfApp'>>): StoredCalendar {
    const calendar = emptyCalendar(`c_${randomBytes(32).toString('hex')}@group.calendar.google.com`, given);
    owner.calendars.push(calendar);
    owner.listChanges += 1;
    calendar.listedAt = owner.listChanges;
    this.save(owner);
    return calendar;
  }

  removeCalendar(owner: AccountCalendars, calendar: StoredCalendar): void {
    owner.calendars = owner.calendars.filter((candidate) => candidate !== calendar);
    owner.channels = owner.channels.filter((channel) => channel.calendarId !== calendar.id);
    owner.listChanges += 1;
    owner.removed.push({ id: calendar.id, at: owner.listChanges });
    this.save(owner);
  }

  /** Every change of an event goes through here. */
  write(owner: AccountCalendars, calendar: StoredCalendar, event: StoredEvent): StoredEvent {
    calendar.changes += 1;
    event.changedAt = calendar.changes;
    if (event.madeAt === 0) event.madeAt = calendar.changes;
    event.etag = freshEtag();
    event.updated = new Date(this.now()).toISOString();
    calendar.events.set(event.id, event);
    this.save(owner);
    if (this.untold.size === 0) setImmediate(() => this.tell());
    this.untold.set(calendar, owner);
    return event;
  }

  /** What only this account can open again: tokens that say nothing to who holds them. */
  seal(owner: AccountCalendars, payload: unknown): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', owner.key, nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  open(owner: AccountCalendars, token: string): unknown {
    try {
      const bytes = Buffer.from(token, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', owner.key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')) as unknown;
    } catch {
      return null;
    }
  }

  save(owner: AccountCalendars): void {
    this.unsaved.add(owner);
    this.timer ??= setTimeout(() => this.flushOrWait(), SAVED_WITHIN_MS).unref();
  }

  /** Channels of every account in use: their ids are given once. */
  channels(): Channel[] {
    return [...this.known.values()].flatMap((owner) => owner.channels);
  }

  flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    for (const owner of this.unsaved) {
      const file = this.google.fileOf(owner.account);
      // A folder that was taken away meanwhile is not made again.
      if (!existsSync(dirname(dirname(file)))) continue;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const kept = { ...owner, key: owner.key.toString('base64'), calendars: owner.calendars.map((calendar) => ({ ...calendar, events: [...calendar.events.values()] })) };
      writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    this.unsaved.clear();
  }

  /** What cannot be written now is written with the next change. */
  private flushOrWait(): void {
    try {
      this.flush();
    } catch (error) {
      console.error('The demo Google could not save its calendars:', (error as NodeJS.ErrnoException).code);
    }
  }

  private tell(): void {
    const changed = [...this.untold];
    this.untold.clear();
    for (const [calendar, owner] of changed) this.onChange(owner, calendar);
  }

  private read(account: GoogleAccount): AccountCalendars | null {
    const file = this.google.fileOf(account);
    if (!existsSync(file)) return null;
    try {
      const kept = JSON.parse(readFileSync(file, 'utf8')) as Omit<AccountCalendars, 'key' | 'calendars'> & { key: string; calendars: (Omit<StoredCalendar, 'events'> & { events: StoredEvent[] })[] };
      const calendars = kept.calendars.map((calendar) => ({ ...calendar, events: new Map(calendar.events.map((event) => [event.id, event])) }));
      return { ...kept, account, key: Buffer.from(kept.key, 'base64'), calendars };
    } catch {
      return null;
    }
  }

  private firstCalendars(account: GoogleAccount): AccountCalendars {
    const primary = { ...emptyCalendar(account.email, { summary: account.email }), isPrimary: true };
    const owner = { account, calendars: [primary], channels: [], listChanges: 1, removed: [], epoch: 1, key: randomBytes(32) };
    this.addCalendar(owner, { summary: 'Family' });
    return owner;
  }
}

function emptyCalendar(id: string, { summary = '', timeZone = DEMO_ZONE, accessRole = 'owner', isOfApp = false }: Partial<StoredCalendar>): StoredCalendar {
  return { id, summary, timeZone, isPrimary: false, accessRole, isOfApp, listedAt: 1, changes: 0, events: new Map() };
}

export function freshEtag(): string {
  return `"${randomBytes(8).readBigUInt64BE().toString().padStart(16, '3').slice(0, 16)}"`;
}
