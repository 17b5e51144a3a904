import { applyDecorators, createParamDecorator, ExecutionContext, Injectable, PipeTransform, SetMetadata } from '@nestjs/common';
import { ApiCookieAuth, ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import { Actor, CurrentUserData, Role, SessionReader } from './actor';

/** Finds the client behind a request to a public route. Without a session cookie nothing is asked of the database. */
@Injectable()
class SignedInClientPipe implements PipeTransform<Request, Promise<CurrentUserData | undefined>> {
  constructor(private readonly sessions: SessionReader) {}

  async transform(request: Request): Promise<CurrentUserData | undefined> {
    const user = await this.sessions.read(request, ['client']);
    return user?.userType === 'client' && user.verified ? user : undefined;
  }
}

/** The request, for a pipe that makes something of it. */
export const RequestItself = createParamDecorator((_: unknown, context: ExecutionContext): Request => context.switchToHttp().getRequest<Request>());

/** The signed-in client with a proved address, or undefined; for routes that anybody may call. */
export const SignedInClient = (): ParameterDecorator => RequestItself(SignedInClientPipe);

export const ACCESS_POLICY = 'attune:access';

export const ADMITS_UNVERIFIED = 'attune:admits-unverified';

export const ADMITS_PENDING_SECOND_FACTOR = 'attune:admits-pending-second-factor';

export const ANSWERS_AT_ONCE = 'attune:answers-at-once';

export type AccessPolicy = { kind: 'public' } | { kind: 'roles'; roles: readonly Role[] };

/** Anybody may call this route. */
export const Public = () =>
  applyDecorators(SetMetadata(ACCESS_POLICY, { kind: 'public' } satisfies AccessPolicy), ApiExtension('x-access', ['public']));

/** A public read that waits behind no others: what watches the process must see it while it is busy. */
export const AnswersAtOnce = () => SetMetadata(ANSWERS_AT_ONCE, true);

/** Only a live session of one of these roles may call this route. */
export const Roles = (...roles: Role[]) =>
  applyDecorators(
    SetMetadata(ACCESS_POLICY, { kind: 'roles', roles } satisfies AccessPolicy),
    ApiCookieAuth(roles.includes('admin') ? 'admin_session' : 'session'),
    ApiExtension('x-access', roles),
  );

/** Also a client whose address is not proved yet may call this route; every other route refuses them. */
export const AdmitsUnverified = () => SetMetadata(ADMITS_UNVERIFIED, true);

/** Also a session that still waits for its second factor may call this route; every other route is closed to it. */
export const AdmitsPendingSecondFactor = () => SetMetadata(ADMITS_PENDING_SECOND_FACTOR, true);

/** A request after the access guard. */
export interface GuardedRequest extends Request {
  currentUser?: CurrentUserData;
}

/** The signed-in person behind a request; only on routes with {@link Roles}. */
export function currentUserOf({ currentUser }: GuardedRequest): CurrentUserData {
  if (!currentUser) throw new Error('@CurrentUser() needs @Roles() on the route.');
  return currentUser;
}

/** The signed-in person; only on routes with {@link Roles}. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): CurrentUserData => currentUserOf(context.switchToHttp().getRequest<GuardedRequest>()),
);

/** Who acts, signed in or not, with the address the request came from. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<GuardedRequest>();
  const user = request.currentUser;
  const address = request.ip ?? null;
  return user
    ? { type: user.userType, id: user.id, sessionId: user.sessionId, address }
    : { type: 'visitor', id: null, sessionId: null, address };
});
