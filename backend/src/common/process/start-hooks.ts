import { Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { decoratedMethods, noteOnMethod } from './decorated-methods';

export type ProcessName = 'api' | 'worker' | 'command';
export const PROCESS_NAME = Symbol('process name');

const ON_START = 'attune:on-start';

/** Marks what one process does before it is ready: `@OnStart('api') ensure()`. The others load the class too and leave it alone. */
export function OnStart(process: ProcessName) {
  return noteOnMethod<() => Promise<void>>(ON_START, process);
}

@Injectable()
export class StartHooks implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    @Inject(PROCESS_NAME) private readonly process: ProcessName,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const { meaning, call } of decoratedMethods<ProcessName>(this.discovery, ON_START)) if (meaning === this.process) await call();
  }
}
