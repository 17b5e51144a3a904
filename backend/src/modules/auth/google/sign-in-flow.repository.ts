import { Injectable } from '@nestjs/common';
import { hashToken } from '../../../common/crypto/tokens';
import { Database, Queryable } from '../../../common/database/database';
import { OwnCookie } from '../../../common/http/cookies';
import type { SignInFlow as SignInFlowTable } from '../account.entity';

/** Binds a sign-in to the browser that began it. */
export const SIGN_IN_FLOW_COOKIE = new OwnCookie('sign_in_flow');

export type SignInFlow = Pick<SignInFlowTable, 'id' | 'code_verifier' | 'redirect'>;

export interface NewSignInFlow {
  id: string;
  /** The browser's secret. */
  browser: string;
  state: string;
  verifier: string;
  redirect: string;
  now: Date;
  expiresAt: Date;
}

/** A sign-in on its way: from the first redirect to the exchange of the one-time code. Its secrets are kept as hashes. */
@Injectable()
export class SignInFlowRepository {
  constructor(private readonly database: Database) {}

  async insertFlow(flow: NewSignInFlow): Promise<void> {
    await this.database.query(
      `insert into sign_in_flows (id, browser_hash, state_hash, code_verifier, redirect, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [flow.id, hashToken(flow.browser), hashToken(flow.state), flow.verifier, flow.redirect, flow.now, flow.expiresAt],
    );
  }

  /** A flow that this browser began and that has no code yet. */
  async findOpenFlow(state: string, browser: string, now: Date): Promise<SignInFlow | undefined> {
    const [flow] = await this.database.query<SignInFlow>(
      `select id, code_verifier, redirect from sign_in_flows
       where state_hash = $1 and browser_hash = $2 and expires_at > $3 and code_hash is null`,
      [hashToken(state), hashToken(browser), now],
    );
    return flow;
  }

  /** @returns false when the flow got its code already */
  async giveCode(id: string, given: { code: string; userId: string; expiresAt: Date }, tx: Queryable): Promise<boolean> {
    const rows = await tx.query(
      `update sign_in_flows set code_hash = $2, user_id = $3, expires_at = $4, code_verifier = ''
       where id = $1 and code_hash is null returning id`,
      [id, hashToken(given.code), given.userId, given.expiresAt],
    );
    return rows.length === 1;
  }

  /** Uses the code up. @returns whose it was, or undefined when it is used, late or another browser's */
  async redeemCode(code: string, browser: string, now: Date, tx: Queryable): Promise<string | undefined> {
    const [row] = await tx.query<{ user_id: string }>(
      `update sign_in_flows set exchanged_at = $3
       where code_hash = $1 and browser_hash = $2 and expires_at > $3 and exchanged_at is null returning user_id`,
      [hashToken(code), hashToken(browser), now],
    );
    return row?.user_id;
  }

  /** Sign-ins on their way that have been given to this account. */
  async deleteFlowsOf(userId: string, tx: Queryable): Promise<void> {
    await tx.query('delete from sign_in_flows where user_id = $1', [userId]);
  }

  /** @returns how many went */
  async deleteExpiredFlows(now: Date): Promise<number> {
    return (await this.database.query('delete from sign_in_flows where expires_at < $1 returning 1', [now])).length;
  }
}
