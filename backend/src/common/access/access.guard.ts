import { CanActivate, ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DomainError } from '../errors/domain-error';
import { ACCESS_POLICY, AccessPolicy, GuardedRequest } from './access.decorators';
import { CsrfProtection } from './csrf-protection';
import { SessionReader } from './session-reader';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** Session, roles and CSRF, in this order; what is not allowed by a decorator is denied. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly policies = new WeakMap<Handler, AccessPolicy>();

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
    return this.admit(request, policy.roles);
  }

  private async admit(request: GuardedRequest, roles: Extract<AccessPolicy, { kind: 'roles' }>['roles']): Promise<boolean> {
    const user = await this.sessions.read(request, roles);
    if (!user) throw new DomainError('unauthenticated', 'Please sign in first.');
    if (!roles.includes(user.userType)) throw new DomainError('forbidden', 'This is not open to your kind of account.');
    this.csrf.check(request);
    request.currentUser = user;
    return true;
  }

  private policyOf(context: ExecutionContext): AccessPolicy {
    const handler = context.getHandler();
    const known = this.policies.get(handler);
    if (known) return known;
    const policy = this.reflector.getAllAndOverride<AccessPolicy | undefined>(ACCESS_POLICY, [handler, context.getClass()]);
    if (!policy) throw new DomainError('forbidden', 'This is not open.');
    this.policies.set(handler, policy);
    return policy;
  }
}
