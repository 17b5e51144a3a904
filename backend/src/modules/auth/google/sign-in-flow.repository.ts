import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, Queryable, statement } from '../../../common/database/database';
import { OwnCookie } from '../../../common/http/cookies';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { SignInFlow } from '../account.entity';

/** Binds a sign-in to the browser that began it. */
export const SIGN_IN_FLOW_COOKIE = new OwnCookie('sign_in_flow');

/** A sign-in on its way that has no code yet. */
export type OpenFlow = Pick<SignInFlow, 'id' | 'code_verifier' | 'redirect'>;

export interface NewSignInFlow extends OpenFlow, Pick<SignInFlow, 'created_at' | 'expires_at'> {
  /** The browser's secret. */
  browser: string;
  state: string;
}

/** Without its verifier it is taken. */
const TAKE = statement<OpenFlow>('sign-in-flow-take', `with open as (
           select id, code_verifier, redirect from sign_in_flows
           where state_hash = $1 and browser_hash = $2 and expires_at > $3 and code_hash is null and code_verifier <> '' for update)
         update sign_in_flows f set code_verifier = '' from open where f.id = open.id returning open.id, open.code_verifier, open.redirect`);
const GIVE_CODE = statement<Pick<SignInFlow, 'id'>>('sign-in-flow-give-code', `update sign_in_flows set code_hash = $2, user_id = $3, expires_at = $4, mark = $5
         where id = $1 and code_hash is null returning id`);
const REDEEM_CODE = statement<Pick<SignInFlow, 'id' | 'user_id' | 'code_hash' | 'mark'>>('sign-in-flow-redeem-code', `update sign_in_flows set exchanged_at = $3
         where code_hash = $1 and browser_hash = $2 and expires_at > $3 and exchanged_at is null returning id, user_id, code_hash, mark`);

/**
 * A sign-in on its way: from the first redirect to the exchange of the one-time code. Its secrets are kept as keyed digests: whoever writes the table cannot add a code of
 * their own, nor give their own code to another account.
 */
@Injectable()
export class SignInFlowRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
  ) {}

  async insertFlow({ browser, state, ...flow }: NewSignInFlow): Promise<void> {
    await this.database.manager.insert(SignInFlow, { ...flow, browser_hash: this.hash('browser', browser), state_hash: this.hash('state', state) });
  }

  /** A flow that this browser began. It serves one answer of Google's, whatever comes of it. */
  async takeFlow(state: string, browser: string, now: Date): Promise<OpenFlow | undefined> {
    const [flow] = await this.database.query(TAKE, [this.hash('state', state), this.hash('browser', browser), now]);
    return flow;
  }

  /** @returns false when the flow got its code already */
  async giveCode(flowId: string, given: { code: string } & Pick<SignInFlow, 'user_id' | 'expires_at'>, tx: Queryable): Promise<boolean> {
    const code_hash = this.hash('code', given.code);
    const mark = this.mark({ id: flowId, user_id: given.user_id, code_hash });
    return (await tx.query(GIVE_CODE, [flowId, code_hash, given.user_id, given.expires_at, mark])).length === 1;
  }

  /** Uses the code up. @returns whose it was, or undefined when it is used, late or another browser's */
  async redeemCode(code: string, browser: string, now: Date, tx: Queryable): Promise<string | undefined> {
    const [row] = await tx.query(REDEEM_CODE, [this.hash('code', code), this.hash('browser', browser), now]);
    return row?.user_id && row.mark && equalInConstantTime(row.mark, this.mark(row)) ? row.user_id : undefined;
  }

  /** Sign-ins on their way that have been given to this account. */
  async deleteFlowsOf(userId: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(SignInFlow, { user_id: userId });
  }

  /** @returns how many went */
  async deleteExpiredFlows(now: Date): Promise<number> {
    return (await this.database.manager.delete(SignInFlow, { expires_at: LessThan(now) })).affected ?? 0;
  }

  private mark({ id, user_id, code_hash }: Pick<SignInFlow, 'id' | 'user_id' | 'code_hash'>): Buffer {
    return this.keys.mark('sign_in_flows', [id, user_id, code_hash?.toString('hex') ?? null]);
  }

  private hash(secret: 'browser' | 'state' | 'code', value: string): Buffer {
    return this.keys.digest(`sign-in-flow-${secret}`, value);
  }
}
