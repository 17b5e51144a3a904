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
  /** The file from which the server draws its pages. */
  server?: string;
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

  /** The build that is live, by its entry, and its file for the server; undefined where the build has none, or cannot be had. */
  async serverFileOf(name: RemoteName): Promise<{ entry: string; server: string } | undefined> {
    const { entry, server } = (await this.describe(name)) ?? {};
    return entry !== undefined && server !== undefined ? { entry, server } : undefined;
  }

  private async describe(name: RemoteName): Promise<RemoteDescription | undefined> {
    const text = await this.files.get(name)?.read(DESCRIPTION);
    if (text === undefined) return undefined;
    try {
      return descriptionFrom(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}

/** @returns undefined for what a build does not say so */
function descriptionFrom(said: unknown): RemoteDescription | undefined {
  if (!isRecord(said)) return undefined;
  const { entry, runtimeContract, pages = {}, server } = said;
  if (typeof entry !== 'string' || typeof runtimeContract !== 'number' || !isRecord(pages)) return undefined;
  if (!Object.values(pages).every((files) => isRecord(files) && isNames(files['js']) && isNames(files['css']))) return undefined;
  return { entry, runtimeContract, pages: pages as RemoteDescription['pages'], ...(typeof server === 'string' ? { server } : {}) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');

function publicPath(name: RemoteName, file: string): string {
  return `/remotes/${name.replaceAll('_', '-')}/${file}`;
}
