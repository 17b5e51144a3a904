import { Injectable } from '@nestjs/common';
import { AppConfig, REMOTE_NAMES, RemoteName } from '../config/app-config';
import { FrontEndFiles } from './front-end-files';

/** A remote as the shell loads it; its files live under `/remotes/<dashed name>/`. */
export type RemoteEntry = { name: RemoteName; entry: string; runtimeContract: number } | { name: RemoteName; unavailable: true };

/** What a remote's build says of itself in `remote.json`; file names are relative to it. */
interface RemoteDescription {
  entry: string;
  runtimeContract: number;
  pages: Record<string, { js: string[]; css: string[] }>;
}

const DESCRIPTION = 'remote.json';

/** Which build of each remote is live now. A remote is deployed by replacing its files: nothing here is restarted. */
@Injectable()
export class RemoteRegistry {
  private readonly files: ReadonlyMap<RemoteName, FrontEndFiles>;

  constructor(config: AppConfig) {
    this.files = new Map(
      REMOTE_NAMES.flatMap((name) => {
        const origin = config.frontends.remotes[name];
        return origin ? [[name, new FrontEndFiles(origin)] as const] : [];
      }),
    );
  }

  /** What each remote's build says of itself now. */
  texts(): Promise<(string | undefined)[]> {
    return Promise.all(REMOTE_NAMES.map((name) => this.files.get(name)?.read(DESCRIPTION)));
  }

  async list(): Promise<RemoteEntry[]> {
    return Promise.all(
      REMOTE_NAMES.map(async (name): Promise<RemoteEntry> => {
        const description = await this.describe(name);
        if (!description) return { name, unavailable: true };
        return { name, entry: publicPath(name, description.entry), runtimeContract: description.runtimeContract };
      }),
    );
  }

  /** Every script and style that a page of a remote needs, in loading order. */
  async filesOf(name: RemoteName, page: string): Promise<{ scripts: string[]; styles: string[] }> {
    const description = await this.describe(name);
    const files = description?.pages[page];
    if (!description || !files) return { scripts: [], styles: [] };
    return {
      scripts: [description.entry, ...files.js].map((file) => publicPath(name, file)),
      styles: files.css.map((file) => publicPath(name, file)),
    };
  }

  private async describe(name: RemoteName): Promise<RemoteDescription | undefined> {
    const text = await this.files.get(name)?.read(DESCRIPTION);
    if (text === undefined) return undefined;
    try {
      const parsed = JSON.parse(text) as Partial<RemoteDescription>;
      return typeof parsed.entry === 'string' && typeof parsed.runtimeContract === 'number' ? { pages: {}, ...parsed } as RemoteDescription : undefined;
    } catch {
      return undefined;
    }
  }
}

function publicPath(name: RemoteName, file: string): string {
  return `/remotes/${name.replaceAll('_', '-')}/${file}`;
}
