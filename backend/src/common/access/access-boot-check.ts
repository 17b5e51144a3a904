import { Injectable, OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ACCESS_POLICY, AccessPolicy, ADMITS_PENDING_SECOND_FACTOR } from './access.decorators';

/** One HTTP route as its decorators declare it. */
export interface RouteDeclaration {
  method: string;
  path: string;
  handler: string;
  policy: AccessPolicy | undefined;
  /** Open to a session that waits for its second factor. */
  admitsPending: boolean;
}

/** Refuses to boot while a route says neither @Public() nor @Roles(). */
@Injectable()
export class AccessBootCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.routes().filter((route) => !route.policy);
    if (open.length === 0) return;
    throw new Error(`Routes without @Public() or @Roles(): ${open.map(({ handler }) => handler).join(', ')}`);
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
        }));
      });
    });
  }
}
