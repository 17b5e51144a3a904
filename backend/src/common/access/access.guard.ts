import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '../errors/domain-error';
import { ACCESS_POLICY, AccessPolicy, ADMITS_PENDING_SECOND_FACTOR, ADMITS_UNVERIFIED, GuardedRequest } from './access.decorators';
import { Role } from './actor';
import { CsrfProtection } from './csrf-protection';
import { SessionReader } from './session-reader';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** A route's policy as its decorators say it. */
type RoutePolicy = AccessPolicy & { admitsUnverified: boolean; admitsPending: boolean };

/** Session, roles and CSRF, in this order; what is not allowed by a decorator is denied. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly policies = new WeakMap<Handler, RoutePolicy>();

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionReader,
    private readonly csrf: CsrfProtection,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const policy = this.policyOf(context);
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    if (policy.kind === 'public') {
      this.csrf.check(request);
      return true;
    }
    return this.admit(request, policy.roles, policy);
  }

  private async admit(request: GuardedRequest, roles: readonly Role[], { admitsUnverified, admitsPending }: RoutePolicy): Promise<boolean> {
    const user = (await this.sessions.read(request, roles)) ?? (admitsPending ? await this.sessions.readPending(request, roles) : undefined);
    if (!user) throw new DomainError('unauthenticated', 'Please sign in first.');
    if (!roles.includes(user.userType)) throw new DomainError('forbidden', 'This is not open to your kind of account.');
    if (!user.verified && !admitsUnverified) throw new DomainError('forbidden', 'Please confirm your email address first.');
    this.csrf.check(request);
    request.currentUser = user;
    return true;
  }

  private policyOf(context: ExecutionContext): RoutePolicy {
    const handler = context.getHandler();
    const remembered = this.policies.get(handler);
    if (remembered) return remembered;
    const policy = this.reflector.getAllAndOverride<AccessPolicy | undefined>(ACCESS_POLICY, [handler, context.getClass()]);
    if (!policy) throw new DomainError('forbidden', 'This is not open.');
    const says = (key: string): boolean => this.reflector.getAllAndOverride<boolean | undefined>(key, [handler, context.getClass()]) ?? false;
    const known = { ...policy, admitsUnverified: says(ADMITS_UNVERIFIED), admitsPending: says(ADMITS_PENDING_SECOND_FACTOR) };
    this.policies.set(handler, known);
    return known;
  }
}
