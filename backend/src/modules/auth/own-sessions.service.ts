import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import * as messages from './messages';
import { ListedSession, SessionKind, SessionRepository } from './session.repository';
import { SessionService } from './session.service';

/** What a person can see and end of their own sessions; also signing out. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly repository: SessionRepository,
    private readonly sessions: SessionService,
    private readonly activity: ActivityLog,
  ) {}

  /** Live sessions, the one used last first. */
  async list(user: CurrentUserData): Promise<(ListedSession & { current: boolean })[]> {
    const sessions = await this.repository.listOf(user.id, this.clock.now());
    return sessions.map((session) => ({ ...session, current: session.id === user.sessionId }));
  }

  /**
   * Ending the session that asks is signing out.
   * @returns the `Set-Cookie` value that belongs to a sign-out, undefined when another session was ended
   * @throws DomainError not_found when the account has no such session
   */
  async end(user: CurrentUserData, id: string, actor: Actor): Promise<string | undefined> {
    const isCurrent = id === user.sessionId;
    await this.database.transaction(async (tx) => {
      if (!(await this.repository.endOwned(user.id, id, tx))) throw new DomainError('not_found', messages.noSuchSession);
      await this.activity.record(tx, actor, { action: isCurrent ? 'logout' : 'end_session', subjectType: 'session', subjectId: id });
    });
    return isCurrent ? this.sessions.forget(user.userType === 'admin' ? 'admin' : 'user') : undefined;
  }

  /** Ends the request's session on the server, also one that waits for its second factor. @returns the `Set-Cookie` value that forgets it */
  async signOut(request: Request, kind: SessionKind, actor: Actor): Promise<string> {
    await this.database.transaction(async (tx) => {
      const user = await this.sessions.end(tx, request, kind);
      if (!user) return;
      const self: Actor = { ...actor, type: user.userType, id: user.id, sessionId: user.sessionId };
      await this.activity.record(tx, self, { action: 'logout', subjectType: kind === 'admin' ? 'administrator' : 'user', subjectId: user.id });
    });
    return this.sessions.forget(kind);
  }
}
