import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable } from '../../../common/database/database';
import { MaintenanceTask, TidiesUp } from '../../../common/jobs/maintenance';
import { SessionRepository } from '../sessions/session.repository';

export interface SignInFlow {
  id: string;
  code_verifier: string;
  redirect: string;
}

/** A sign-in on its way: from the first redirect to the exchange of the one-time code. */
@Injectable()
export class SignInFlowRepository {
  constructor(private readonly database: Database) {}

  async insert(flow: { id: string; browserHash: Buffer; stateHash: Buffer; verifier: string; redirect: string; now: Date; expiresAt: Date }): Promise<void> {
    await this.database.query(
      `insert into sign_in_flows (id, browser_hash, state_hash, code_verifier, redirect, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [flow.id, flow.browserHash, flow.stateHash, flow.verifier, flow.redirect, flow.now, flow.expiresAt],
    );
  }

  /** A flow that this browser began and that has no code yet. */
  async findOpen(stateHash: Buffer, browserHash: Buffer, now: Date): Promise<SignInFlow | undefined> {
    const [flow] = await this.database.query<SignInFlow>(
      `select id, code_verifier, redirect from sign_in_flows
       where state_hash = $1 and browser_hash = $2 and expires_at > $3 and code_hash is null`,
      [stateHash, browserHash, now],
    );
    return flow;
  }

  /** @returns false when the flow got its code already */
  async giveCode(id: string, code: { hash: Buffer; userId: string; expiresAt: Date }, on: Queryable): Promise<boolean> {
    const rows = await on.query(
      `update sign_in_flows set code_hash = $2, user_id = $3, expires_at = $4, code_verifier = ''
       where id = $1 and code_hash is null returning id`,
      [id, code.hash, code.userId, code.expiresAt],
    );
    return rows.length === 1;
  }

  /** Uses the code up. @returns whose it was, or undefined when it is used, late or another browser's */
  async redeem(codeHash: Buffer, browserHash: Buffer, now: Date, on: Queryable): Promise<string | undefined> {
    const [row] = await on.query<{ user_id: string }>(
      `update sign_in_flows set exchanged_at = $3
       where code_hash = $1 and browser_hash = $2 and expires_at > $3 and exchanged_at is null returning user_id`,
      [codeHash, browserHash, now],
    );
    return row?.user_id;
  }

  /** Sign-ins on their way that have been given to this account. */
  async deleteOf(userId: string, on: Queryable): Promise<void> {
    await on.query('delete from sign_in_flows where user_id = $1', [userId]);
  }

  /** @returns how many went */
  async deleteExpired(now: Date): Promise<number> {
    return (await this.database.query('delete from sign_in_flows where expires_at < $1 returning 1', [now])).length;
  }
}

/** Sessions and sign-ins on their way that have run out. */
@MaintenanceTask('sessions')
export class SignInLeftoversTask implements TidiesUp {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly flows: SignInFlowRepository,
    private readonly clock: Clock,
  ) {}

  async tidyUp(): Promise<number> {
    const now = this.clock.now();
    return (await this.sessions.deleteExpired(now)) + (await this.flows.deleteExpired(now));
  }
}
