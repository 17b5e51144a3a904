import { CanActivate, ExecutionContext, Injectable, SetMetadata, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { SessionFound } from '../reference/facts';
import { Practice } from '../reference/practice';

const OPEN = 'open';

/** Anybody may call this route. */
export const Open = () => SetMetadata(OPEN, true);

export interface TherapistRequest extends Request {
  session: SessionFound;
}

/** Open routes pass; the others need a live session. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly practice: Practice,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()])) return true;
    return this.admit(context.switchToHttp().getRequest<TherapistRequest>());
  }

  private async admit(request: TherapistRequest): Promise<boolean> {
    const token = /(?:^|;\s*)__Host-session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const session = token && (await this.practice.signedIn(token));
    if (!session) throw new UnauthorizedException();
    request.session = session;
    return true;
  }
}
