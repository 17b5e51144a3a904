import { ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { isOwnPath } from './redirect-path';

/** Sends the browser to Google; refuses a redirect that leaves this site. */
@Injectable()
export class GoogleStartGuard extends AuthGuard('google') {
  constructor(private readonly config: AppConfig) {
    super();
  }

  override canActivate(context: ExecutionContext): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    const { query } = context.switchToHttp().getRequest<Request>();
    const { redirect = '/dashboard', ...unknown } = query;
    if (typeof redirect !== 'string' || !isOwnPath(redirect) || Object.keys(unknown).length > 0) {
      throw new DomainError('invalid', 'The page to return to must be a page of this site.');
    }
    // Without a client there is nowhere to go: the handler sends the person back.
    return this.config.google.clientId ? super.canActivate(context) : true;
  }
}

/** Takes Google's answer. A failure is no error page: the handler sends the person back with a flag. */
@Injectable()
export class GoogleCallbackGuard extends AuthGuard('google') {
  private readonly logger = new Logger('sign-in');

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Error) this.logger.warn(`Google sign-in failed: ${error.name}`);
    return (user || undefined) as User;
  }
}
