import { CanActivate, DynamicModule, ExecutionContext, Injectable, MethodNotAllowedException, Module, OnApplicationBootstrap, RequestMethod, Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { APP_GUARD, DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AppConfig } from '../../config/app-config';
import { DomainError } from '../errors/domain-error';
import { BODY_LIMIT, BodyLimit, carriesBody, checkSize, readBody, USUAL_BODY } from '../http/bodies';
import { AccountWork } from '../http/changes-at-work';
import { NetworkPlaces, PublicChanges, PublicReads, SessionLooks, SignedInChanges, SignedInReads } from '../http/shared-work';
import { LargeBodies } from '../http/large-bodies';
import { Limit, Limits } from '../limits/limits';
import { ACCESS_POLICY, AccessPolicy, ADMITS_PENDING_SECOND_FACTOR, ADMITS_UNVERIFIED, ANSWERS_AT_ONCE, GuardedRequest } from './access.decorators';
import { CurrentUserData, Role, SessionReader } from './actor';
import { CsrfProtection } from './csrf-protection';

type Handler = ReturnType<ExecutionContext['getHandler']>;
type Controller = ReturnType<ExecutionContext['getClass']>;

/** Of one account; what takes a large body has limits of its own for what it keeps. */
const LARGE_BODIES: Limit = { scope: 'large-bodies', max: 300, windowMs: 3_600_000 };
/** A small body with more fields and list entries than this takes as long to be checked as a large one. */
const MANY_VALUES = 2_000;
const TOO_MUCH = 'You have sent a great deal within the last hour. Please go on a little later.';

/** A route's policy as its decorators say it. */
type RoutePolicy = AccessPolicy & { admitsUnverified: boolean; admitsPending: boolean; answersAtOnce: boolean; body: BodyLimit };

/** The size that a body says it has, session, roles, CSRF and the body itself, in this order; what is not allowed by a decorator is denied. */
@Injectable()
class AccessGuard implements CanActivate {
  /** By controller and handler: two controllers could inherit one handler and open it to different roles. */
  private readonly policies = new WeakMap<Controller, Map<Handler, RoutePolicy>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionReader,
    private readonly csrf: CsrfProtection,
    private readonly limits: Limits,
    private readonly accountWork: AccountWork,
    private readonly largeBodies: LargeBodies,
    private readonly signedInReads: SignedInReads,
    private readonly publicReads: PublicReads,
    private readonly publicChanges: PublicChanges,
    private readonly sessionLooks: SessionLooks,
    private readonly signedInChanges: SignedInChanges,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const policy = this.policyOf(context);
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    return carriesBody(request) ? this.admitWithBody(request, response, policy) : this.admit(request, response, policy);
  }

  private async admitWithBody(request: GuardedRequest, response: Response, policy: RoutePolicy): Promise<boolean> {
    checkSize(request, policy.body);
    await this.admit(request, response, policy);
    const { currentUser } = request;
    if (policy.body.bytes <= USUAL_BODY.bytes || !currentUser) {
      await readBody(request, response, policy.body);
      return true;
    }
    const noRoom = this.largeBodies.enter(currentUser.id, request, response, policy.body);
    const isLarge = Number(request.headers['content-length'] ?? Infinity) > USUAL_BODY.bytes;
    // Before it is read and checked: what is refused after that took as long.
    if (isLarge && !policy.body.isBytes) this.countLarge(currentUser.id);
    const values = await readBody(request, response, policy.body, noRoom);
    if (!isLarge && values > MANY_VALUES) this.countLarge(currentUser.id);
    return true;
  }

  private countLarge(accountId: string): void {
    const retryAfterSeconds = this.limits.secondsHere(LARGE_BODIES, accountId);
    if (retryAfterSeconds > 0) throw new DomainError('too_many', TOO_MUCH, { retryAfterSeconds });
    this.limits.takeHere(LARGE_BODIES, accountId);
  }

  private admit(request: GuardedRequest, response: Response, policy: RoutePolicy): boolean | Promise<boolean> {
    if (policy.kind !== 'public') {
      // Half the answer would cost all of its work, and nobody would be reading it.
      if (request.method === 'HEAD') throw new MethodNotAllowedException();
      this.csrf.refuseNavigation(request);
      return this.admitSession(request, response, policy.roles, policy);
    }
    this.csrf.check(request);
    if (policy.answersAtOnce) return true;
    // A request is either a read or a change.
    const waits = this.publicReads.enter(request, response) ?? this.publicChanges.enter(request, response);
    return waits ? waits.then(() => true) : true;
  }

  private async admitSession(request: GuardedRequest, response: Response, roles: readonly Role[], { admitsUnverified, admitsPending }: RoutePolicy): Promise<boolean> {
    const find = async (): Promise<CurrentUserData | undefined> => (await this.sessions.read(request, roles)) ?? (admitsPending ? this.sessions.readPending(request, roles) : undefined);
    const user = await this.sessionLooks.during(request, response, find);
    if (!user) throw new DomainError('unauthenticated', 'Please sign in first.');
    if (!roles.includes(user.userType)) throw new DomainError('forbidden', 'This is not open to your kind of account.');
    if (!user.verified && !admitsUnverified) throw new DomainError('forbidden', 'Please confirm your email address first.');
    this.csrf.check(request);
    await this.accountWork.enter(user.id, request, response);
    await (this.signedInReads.enter(request, response) ?? this.signedInChanges.enter(request, response));
    request.currentUser = user;
    return true;
  }

  private policyOf(context: ExecutionContext): RoutePolicy {
    const handler = context.getHandler();
    const controller = context.getClass();
    const ofController = this.policies.get(controller) ?? new Map<Handler, RoutePolicy>();
    const remembered = ofController.get(handler);
    if (remembered) return remembered;
    const policy = this.reflector.getAllAndOverride<AccessPolicy | undefined>(ACCESS_POLICY, [handler, controller]);
    if (!policy) throw new DomainError('forbidden', 'This is not open.');
    const says = (key: string): boolean => this.reflector.getAllAndOverride<boolean | undefined>(key, [handler, controller]) ?? false;
    const body = this.reflector.get<BodyLimit | undefined>(BODY_LIMIT, handler) ?? USUAL_BODY;
    const known = { ...policy, admitsUnverified: says(ADMITS_UNVERIFIED), admitsPending: says(ADMITS_PENDING_SECOND_FACTOR), answersAtOnce: says(ANSWERS_AT_ONCE), body };
    this.policies.set(controller, ofController.set(handler, known));
    return known;
  }
}

/** One HTTP route as its decorators declare it. */
export interface RouteDeclaration {
  method: string;
  path: string;
  handler: string;
  policy: AccessPolicy | undefined;
  /** Open to a session that waits for its second factor. */
  admitsPending: boolean;
  /** The most bytes of a body. */
  bodyBytes: number;
}

/** Refuses to boot while a route says neither @Public() nor @Roles(), or takes large bodies from everybody. */
@Injectable()
export class AccessBootCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const routes = this.routes();
    refuse('Routes without @Public() or @Roles()', routes.filter(({ policy }) => !policy));
    const isGreedy = ({ policy, bodyBytes }: RouteDeclaration): boolean => policy?.kind === 'public' && bodyBytes > USUAL_BODY.bytes;
    refuse(`Public routes that take more than ${USUAL_BODY.bytes} bytes`, routes.filter(isGreedy));
  }

  /** Every route of the application with its policy; the access tests are generated from it. */
  routes(): RouteDeclaration[] {
    return this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as object;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = (prototype as Record<string, unknown>)[name];
        if (typeof handler !== 'function') return [];
        const method = this.reflector.get<RequestMethod | undefined>(METHOD_METADATA, handler);
        if (method === undefined) return [];
        const base = [this.reflector.get<string | string[]>(PATH_METADATA, metatype)].flat()[0] ?? '';
        const paths = [this.reflector.get<string | string[]>(PATH_METADATA, handler)].flat();
        const policy = this.reflector.getAllAndOverride<AccessPolicy | undefined>(ACCESS_POLICY, [handler, metatype]);
        return paths.map((path) => ({
          method: RequestMethod[method] ?? '',
          path: `/${base}/${path ?? ''}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1'),
          handler: `${metatype.name}.${name}`,
          policy,
          admitsPending: this.reflector.getAllAndOverride<boolean | undefined>(ADMITS_PENDING_SECOND_FACTOR, [handler, metatype]) ?? false,
          bodyBytes: (this.reflector.get<BodyLimit | undefined>(BODY_LIMIT, handler) ?? USUAL_BODY).bytes,
        }));
      });
    });
  }
}

function refuse(what: string, routes: readonly RouteDeclaration[]): void {
  if (routes.length > 0) throw new Error(`${what}: ${routes.map(({ handler }) => handler).join(', ')}`);
}

/** The lock on every door. `sessions` is the module that exports a SessionReader. */
@Module({})
export class AccessModule {
  static with(sessions: Type<unknown>): DynamicModule {
    return {
      module: AccessModule,
      global: true,
      imports: [DiscoveryModule, sessions],
      providers: [
        AccessBootCheck,
        { provide: AccountWork, useFactory: ({ atWorkOfAccount }: AppConfig) => new AccountWork(atWorkOfAccount), inject: [AppConfig] },
        { provide: LargeBodies, useFactory: ({ largeBodies }: AppConfig) => new LargeBodies(largeBodies), inject: [AppConfig] },
        { provide: NetworkPlaces, useFactory: ({ ofNetwork }: AppConfig) => new NetworkPlaces(ofNetwork.places, ofNetwork.busyMs), inject: [AppConfig] },
        { provide: SignedInReads, useFactory: ({ signedInReadsAtWork: max }: AppConfig, networks: NetworkPlaces) => new SignedInReads(max, networks), inject: [AppConfig, NetworkPlaces] },
        { provide: PublicReads, useFactory: ({ publicAtWork: { reads, unknown } }: AppConfig, networks: NetworkPlaces) => new PublicReads(reads, unknown, networks), inject: [AppConfig, NetworkPlaces] },
        { provide: PublicChanges, useFactory: ({ publicAtWork: { changes } }: AppConfig, networks: NetworkPlaces) => new PublicChanges(changes, networks), inject: [AppConfig, NetworkPlaces] },
        { provide: SessionLooks, useFactory: ({ sessionLooksAtWork: max }: AppConfig, networks: NetworkPlaces) => new SessionLooks(max, networks), inject: [AppConfig, NetworkPlaces] },
        { provide: SignedInChanges, useFactory: ({ signedInChangesAtWork: max }: AppConfig, networks: NetworkPlaces) => new SignedInChanges(max, networks), inject: [AppConfig, NetworkPlaces] },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
      exports: [AccessBootCheck, PublicReads, SessionLooks],
    };
  }
}
