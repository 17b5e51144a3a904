import { createParamDecorator, ExecutionContext, Injectable, PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentUserData, SessionReader } from './actor';

/** Finds the client behind a request to a public route. Without a session cookie nothing is asked of the database. */
@Injectable()
export class SignedInClientPipe implements PipeTransform<Request, Promise<CurrentUserData | undefined>> {
  constructor(private readonly sessions: SessionReader) {}

  async transform(request: Request): Promise<CurrentUserData | undefined> {
    const user = await this.sessions.read(request, ['client']);
    return user?.userType === 'client' && user.verified ? user : undefined;
  }
}

const RequestItself = createParamDecorator((_: unknown, context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>());

/** The signed-in client with a proved address, or undefined; for routes that anybody may call. */
export const SignedInClient = (): ParameterDecorator => RequestItself(SignedInClientPipe);
