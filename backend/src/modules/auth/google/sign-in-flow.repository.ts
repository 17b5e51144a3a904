import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable, statement } from '../../../common/database/database';
import { OwnCookie } from '../../../common/http/cookies';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { entriesWhere, EntryMarks, MarkedEntry } from '../../activity-log/entry-marks.service';
import { SignInFlow } from '../account.entity';

/** Binds a sign-in to the browser that began it. */
export const SIGN_IN_FLOW_COOKIE = new OwnCookie('sign_in_flow');

const CODE_LIFETIME_MS = 60_000;

/** What a sign-in's mark vouches for: which browser began it, where it goes, for whom its code is and until when, and whether that was used. */
type Unmarked = Pick<SignInFlow, 'id' | 'browser_hash' | 'state_hash' | 'redirect' | 'code_hash' | 'user_id' | 'exchanged_at' | 'created_at' | 'expires_at'>;
type Marked = Unmarked & Pick<SignInFlow, 'mark'>;
/** Entries of the log that ended its code. */
type Ended = Marked & { ends: MarkedEntry[] };

/** A sign-in on its way that has no code yet. */
export type OpenFlow = Marked & Pick<SignInFlow, 'code_verifier'>;

export interface NewSignInFlow extends Pick<SignInFlow, 'id' | 'code_verifier' | 'redirect' | 'created_at' | 'expires_at'> {
  /** The browser's secret. */
  browser: string;
  state: string;
}

const COLUMNS = ['id', 'browser_hash', 'state_hash', 'redirect', 'code_hash', 'user_id', 'exchanged_at', 'created_at', 'expires_at', 'mark'].map((column) => `f.${column}`).join(', ');

/**
 * What ends a code is in the log, which nobody takes entries out of: once somebody has signed in to the account, a code that was given before is
 * over, whatever its row says. `f` is the sign-in. @param now a time, in SQL
 */
const ends = (now: string): string =>
  entriesWhere(`l.subject_type = 'user' and l.subject_id = f.user_id and l.action in ('login', 'second_factor_asked')
    and l.at > f.expires_at - interval '${CODE_LIFETIME_MS} milliseconds' and l.at < ${now}::timestamptz + interval '1 hour'`);

/** Without its verifier it is taken. */
const TAKE = statement<OpenFlow>('sign-in-flow-take', `with open as (
           select id, code_verifier from sign_in_flows
           where state_hash = $1 and browser_hash = $2 and expires_at > $3 and code_hash is null and code_verifier <> '' for update)
         update sign_in_flows f set code_verifier = '' from open where f.id = open.id returning ${COLUMNS}, open.code_verifier`);
/** The mark says what stood there. */
const GIVE_CODE = statement<Pick<SignInFlow, 'id'>>('sign-in-flow-give-code', `update sign_in_flows set code_hash = $3, user_id = $4, expires_at = $5, mark = $6
         where id = $1 and mark = $2 and code_hash is null returning id`);
/** Asked for at once by two, it is the first one's. */
const LOCK_CODE = statement<Marked>('sign-in-flow-lock-code', `select ${COLUMNS} from sign_in_flows f
         where f.code_hash = $1 and f.browser_hash = $2 and f.expires_at > $3 and f.exchanged_at is null for update`);
const ENDS = statement<Ended>('sign-in-flow-ends', `select ${COLUMNS}, ${ends('$2')} as ends from sign_in_flows f where f.id = $1`);
const USE_CODE = statement('sign-in-flow-use-code', 'update sign_in_flows set exchanged_at = $2, mark = $3 where id = $1');
const AFTER = statement<Marked>('sign-in-flows-after', `select ${COLUMNS} from sign_in_flows f where f.id > $1 order by f.id limit $2`);

const PER_PAGE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A sign-in on its way: from the first redirect to the exchange of the one-time code. Its secrets are kept as keyed digests: whoever writes the table cannot add a code of
 * their own, nor give their own code to another account; and a row that is put back, or made to last, opens nothing.
 */
@Injectable()
export class SignInFlowRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly marks: EntryMarks,
  ) {}

  async insertFlow({ browser, state, code_verifier, ...flow }: NewSignInFlow): Promise<void> {
    const row = { ...flow, browser_hash: this.hash('browser', browser), state_hash: this.hash('state', state), code_hash: null, user_id: null, exchanged_at: null };
    await this.database.manager.insert(SignInFlow, { ...row, code_verifier, mark: this.mark(row) });
  }

  /** A flow that this browser began. It serves one answer of Google's, whatever comes of it. */
  async takeFlow(state: string, browser: string, now: Date): Promise<OpenFlow | undefined> {
    const [flow] = await this.database.query(TAKE, [this.hash('state', state), this.hash('browser', browser), now]);
    return flow && this.isOurs(flow) ? flow : undefined;
  }

  /** @returns false when the flow got its code already, or is not as it was when it was taken */
  async giveCode(flow: OpenFlow, given: { code: string; user_id: string }, now: Date, tx: Queryable): Promise<boolean> {
    const coded = { ...flow, code_hash: this.hash('code', given.code), user_id: given.user_id, expires_at: new Date(now.getTime() + CODE_LIFETIME_MS) };
    return (await tx.query(GIVE_CODE, [flow.id, flow.mark, coded.code_hash, coded.user_id, coded.expires_at, this.mark(coded)])).length === 1;
  }

  /** Uses the code up. @returns whose it was, or undefined when it is used, late or another browser's */
  async redeemCode(code: string, browser: string, now: Date, tx: Queryable): Promise<string | undefined> {
    const hash = this.hash('code', code);
    const [row] = await tx.query(LOCK_CODE, [hash, this.hash('browser', browser), now]);
    if (!row?.user_id || !row.code_hash || !equalInConstantTime(row.code_hash, hash) || !this.isOurs(row)) return undefined;
    // Read after the lock: a sign-in that was waited for ends it.
    const [ended] = await tx.query(ENDS, [row.id, now]);
    if (!ended || (await this.marks.someGenuine(ended.ends, tx))) return undefined;
    await tx.query(USE_CODE, [row.id, now, this.mark({ ...row, exchanged_at: now })]);
    return row.user_id;
  }

  /** Sign-ins on their way that have been given to this account. */
  async deleteFlowsOf(userId: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(SignInFlow, { user_id: userId });
  }

  /** Sign-ins that somebody else than this product wrote. A code that a sign-in in another tab has ended is not among them: it opens nothing. */
  async listForeign(): Promise<string[]> {
    const foreign: string[] = [];
    let page: Marked[] = [];
    do {
      page = await this.database.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, PER_PAGE]);
      foreign.push(...page.filter((row) => !this.isOurs(row)).map(({ id }) => id));
    } while (page.length === PER_PAGE);
    return foreign;
  }

  /** @returns how many went */
  async deleteExpiredFlows(now: Date): Promise<number> {
    return (await this.database.manager.delete(SignInFlow, { expires_at: LessThan(now) })).affected ?? 0;
  }

  private isOurs(row: Marked): boolean {
    return equalInConstantTime(row.mark, this.mark(row));
  }

  private mark({ id, browser_hash, state_hash, redirect, code_hash, user_id, exchanged_at, created_at, expires_at }: Unmarked): Buffer {
    const hashes = [browser_hash, state_hash, code_hash].map((hash) => hash?.toString('hex') ?? null);
    return this.keys.mark('sign_in_flows', [id, ...hashes, redirect, user_id, exchanged_at, created_at, expires_at]);
  }

  private hash(secret: 'browser' | 'state' | 'code', value: string): Buffer {
    return this.keys.digest(`sign-in-flow-${secret}`, value);
  }
}
