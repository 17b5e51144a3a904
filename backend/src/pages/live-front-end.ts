import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { FrontEndFiles } from './front-end-files';
import { RemoteEntry, RemoteRegistry } from './remote-registry';
import type { PageRoute } from './route-table';

const FRESH_MS = 1_000;

/** Without the shell there is no page at all; a remote that does not answer has a panel of its own. */
const SHELL_BRIDGED_MS = 10_000;

/** The shell and the remotes as they are live now. */
export interface FrontEnd {
  /** Another one with everything that changes. */
  version: number;
  /** The shell's page and its route table; undefined while they cannot be had. */
  shell: { template: string; routes: readonly PageRoute[] } | undefined;
  remotes: readonly RemoteEntry[];
}

interface Seen extends FrontEnd {
  /** What it was made of. */
  text: string;
  checkedAt: number;
}

/** Looks at the deployed files once a second at most, and not for each request. */
@Injectable()
export class LiveFrontEnd {
  private readonly shell: FrontEndFiles | undefined;
  private seen: Seen | undefined;
  private looking: Promise<Seen> | undefined;

  constructor(
    config: AppConfig,
    private readonly remotes: RemoteRegistry,
  ) {
    this.shell = config.frontends.shell && new FrontEndFiles(config.frontends.shell, SHELL_BRIDGED_MS);
  }

  /** Undefined where it has to be looked at again. */
  get known(): FrontEnd | undefined {
    return this.seen && performance.now() - this.seen.checkedAt < FRESH_MS ? this.seen : undefined;
  }

  async read(): Promise<FrontEnd> {
    return this.known ?? (this.looking ??= this.look().finally(() => (this.looking = undefined)));
  }

  private async look(): Promise<Seen> {
    const checkedAt = performance.now();
    const [template, routes, remotes, descriptions] = await Promise.all([this.shell?.read('index.html'), this.shell?.read('route-manifest.json'), this.remotes.list(), this.remotes.texts()]);
    const text = JSON.stringify([template, routes, descriptions]);
    if (this.seen?.text === text) return (this.seen = { ...this.seen, checkedAt });
    const shell = template === undefined || routes === undefined ? undefined : { template, routes: JSON.parse(routes) as PageRoute[] };
    return (this.seen = { version: (this.seen?.version ?? 0) + 1, shell, remotes, text, checkedAt });
  }
}
