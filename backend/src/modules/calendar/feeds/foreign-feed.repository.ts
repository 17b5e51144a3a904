import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { Validators } from './feed-fetch';
import { FeedTrouble, FOREIGN_FEED_OWNER, ForeignFeed } from './feeds.entity';

/** A foreign calendar; its address and validators are plain on this side. An address that does not open is one that nobody can read. */
export interface ForeignCalendar extends Omit<ForeignFeed, 'address' | 'validators'> {
  address: string | undefined;
  validators: Validators;
}

const FIND = statement<ForeignFeed>('foreign-feed-find', `select id, therapist_id, address, validators, read_zone, failures, reason, turn, due_at, last_read_at, whole_read_at, created_at
         from foreign_feeds where therapist_id = $1`);

const FIND_LOCKED = statement<ForeignFeed>('foreign-feed-find-locked', `select id, therapist_id, address, validators, read_zone, failures, reason, turn, due_at, last_read_at, whole_read_at, created_at
         from foreign_feeds where therapist_id = $1 for update`);

const BEGIN = statement<ForeignFeed>('foreign-feed-begin', `update foreign_feeds f set turn = turn + 1 from users u
         where f.therapist_id = $1 and u.id = f.therapist_id and u.is_active
         returning f.id, f.therapist_id, f.address, f.validators, f.read_zone, f.failures, f.reason, f.turn, f.due_at, f.last_read_at, f.whole_read_at, f.created_at`);

/** Put off at once: a job that is lost comes again with the next round. */
const TAKE_DUE = statement<Pick<ForeignFeed, 'therapist_id'>>('foreign-feed-take-due', `update foreign_feeds set due_at = $2 where id in (
           select f.id from foreign_feeds f join users u on u.id = f.therapist_id and u.is_active where f.due_at <= $1 order by f.due_at limit $3 for update of f skip locked)
         returning therapist_id`);

const SUCCEED = statement<Pick<ForeignFeed, 'id'>>('foreign-feed-succeed', `update foreign_feeds set failures = 0, reason = null, last_read_at = $3, due_at = $4
         where id = $1 and turn = $2 returning id`);

const KEEP_VERSION = statement('foreign-feed-keep-version', 'update foreign_feeds set validators = $2, read_zone = $3, whole_read_at = $4 where id = $1');

const FAIL = statement('foreign-feed-fail', 'update foreign_feeds set failures = failures + 1, reason = $3, due_at = $4 where id = $1 and turn = $2');

/** Which reading it is: another address, or a later reading, has another one. */
export type ReadingTurn = Pick<ForeignFeed, 'id' | 'turn'>;

/** The foreign calendars of therapists. */
@Injectable()
export class ForeignFeedRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async findFeed(therapistId: string): Promise<ForeignCalendar | undefined> {
    return this.opened((await this.database.query(FIND, [therapistId]))[0]);
  }

  /** Nobody else changes it until the transaction ends. */
  async lockFeed(therapistId: string, tx: Queryable): Promise<ForeignCalendar | undefined> {
    return this.opened((await tx.query(FIND_LOCKED, [therapistId]))[0]);
  }

  async insertFeed({ address, ...row }: Pick<ForeignFeed, 'id' | 'therapist_id' | 'due_at' | 'created_at'> & { address: string }, tx: Queryable): Promise<void> {
    await tx.manager.insert(ForeignFeed, { ...row, address: this.cipher.encrypt(address, FOREIGN_FEED_OWNER.place('address', row)), failures: 0, turn: 0 });
  }

  async deleteFeed(id: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(ForeignFeed, { id });
  }

  async putOff(id: string, dueAt: Date, tx: Queryable): Promise<void> {
    await tx.manager.update(ForeignFeed, { id }, { due_at: dueAt });
  }

  /** Those whose time has come, of therapists whose account is open; their next time is `next`. @returns whose they are */
  async takeDue(now: Date, next: Date, most: number, tx: Queryable): Promise<string[]> {
    return (await tx.query(TAKE_DUE, [now, next, most])).map(({ therapist_id }) => therapist_id);
  }

  /** Begins a reading: earlier ones that are still on their way write nothing any more. */
  async beginReading(therapistId: string): Promise<ForeignCalendar | undefined> {
    return this.opened((await this.database.query(BEGIN, [therapistId]))[0]);
  }

  /** @returns false when this is not the newest reading of the address that holds now */
  async succeed({ id, turn }: ReadingTurn, at: Date, dueAt: Date, tx: Queryable): Promise<boolean> {
    return (await tx.query(SUCCEED, [id, turn, at, dueAt])).length > 0;
  }

  async keepVersion({ id, therapist_id }: Pick<ForeignFeed, 'id' | 'therapist_id'>, version: { validators: Validators; zone: string; at: Date }, tx: Queryable): Promise<void> {
    const validators = this.cipher.encrypt(JSON.stringify(version.validators), FOREIGN_FEED_OWNER.place('validators', { id, therapist_id }));
    await tx.query(KEEP_VERSION, [id, validators, version.zone, version.at]);
  }

  async fail({ id, turn }: ReadingTurn, reason: FeedTrouble, dueAt: Date): Promise<void> {
    await this.database.query(FAIL, [id, turn, reason, dueAt]);
  }

  private opened(row: ForeignFeed | undefined): ForeignCalendar | undefined {
    if (!row) return undefined;
    const validators = row.validators && this.cipher.tryDecrypt(row.validators, FOREIGN_FEED_OWNER.place('validators', row));
    return { ...row, address: this.cipher.tryDecrypt(row.address, FOREIGN_FEED_OWNER.place('address', row)), validators: validators ? (JSON.parse(validators) as Validators) : {} };
  }
}
