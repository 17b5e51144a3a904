import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Database, Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';
import { DomainError } from '../../common/errors/domain-error';
import { browserLabel } from '../../common/http/browser-label';
import { ActivityLog } from '../activity-log/activity-log.service';
import { Browser, BrowserSecrets, Visit } from './browser-secrets';
import { TrustedBrowserDto } from './dto/trusted-browser.dto';
import * as messages from './messages';
import { TrustedBrowserRepository } from './trusted-browser.repository';

const DAY_MS = 24 * 3_600_000;
const TRUSTED_FOR_MS = 90 * DAY_MS;

/** Browsers that sign in without a code, because their owner said so after a proof. */
@Injectable()
export class TrustedBrowsers {
  constructor(
    private readonly repository: TrustedBrowserRepository,
    private readonly secrets: BrowserSecrets,
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(user: CurrentUserData, { hash }: Browser): Promise<TrustedBrowserDto[]> {
    const rows = await this.repository.listOf(user.id, this.clock.now());
    return rows.map((row) => ({
      id: row.id,
      label: row.label,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      current: row.browser_hash.equals(hash),
    }));
  }

  /** @throws DomainError not_found */
  async revoke(user: CurrentUserData, id: string, actor: Actor): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await this.repository.endOwned(user.id, id, tx))) throw new DomainError('not_found', messages.noSuchBrowser);
      await this.activity.record(tx, actor, { action: 'revoke_trusted_browser', subjectType: 'client', subjectId: user.id, clientIds: [user.id] });
    });
  }

  /** Trusts the browser of a proof for 90 days, under a new secret. @returns that secret's `Set-Cookie` value */
  async trust(tx: Queryable, userId: string, { request, browser }: Visit, actor: Actor): Promise<string> {
    const now = this.clock.now();
    const renewed = this.secrets.renew();
    await this.repository.rebind(browser.hash, renewed.hash, tx);
    const expiresAt = new Date(now.getTime() + TRUSTED_FOR_MS);
    await this.repository.trust({ id: newId(), userId, hash: renewed.hash, label: browserLabel(request), now, expiresAt }, tx);
    await this.activity.record(tx, actor, { action: 'trust_browser', subjectType: 'client', subjectId: userId, clientIds: [userId] });
    return renewed.cookie;
  }

  /** A sign-in by trust. Once a day it counts as a proof. @returns when the client proved who they are, if this did */
  async use(tx: Queryable, id: string): Promise<Date | null> {
    const now = this.clock.now();
    return (await this.repository.use(id, now, new Date(now.getTime() - DAY_MS), tx)) ? now : null;
  }

  /** @param except the browser that stays trusted, if one does */
  async endAllOf(tx: Queryable, userId: string, except?: Browser): Promise<void> {
    await this.repository.endAllOf(userId, tx, except?.hash ?? null);
  }
}
