import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../common/errors/domain-error';
import { LiveSession, SessionService } from '../auth/session.service';
import { AdministratorRepository, AdministratorRow } from './administrator.repository';
import * as messages from './messages';

/** An administrator with the session that a request is made with. */
export interface CurrentAdministrator {
  administrator: AdministratorRow;
  session: LiveSession;
}

/** Whose session a request of the administrators' area has, and how long it lasts. */
@Injectable()
export class AdministratorSession {
  constructor(
    private readonly repository: AdministratorRepository,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Looking does not move the idle limit.
   * @throws DomainError unauthenticated
   */
  async look(request: Request): Promise<CurrentAdministrator> {
    const session = await this.sessions.find(request, 'admin');
    const administrator = session && (await this.repository.findById(session.id));
    if (!session || !administrator) throw new DomainError('unauthenticated', messages.signInFirst);
    return { administrator, session };
  }

  /**
   * The idle limit starts anew; the absolute one stays.
   * @throws DomainError unauthenticated
   */
  async extend(request: Request): Promise<CurrentAdministrator> {
    const { administrator, session } = await this.look(request);
    return { administrator, session: await this.sessions.extend(session) };
  }
}
