import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compileFunction } from 'node:vm';
import { AppConfig, Origin, RemoteName } from '../config/app-config';
import type { PageParts } from './page-template';
import type { PublicPage } from './public-page-data';
import { RemoteRegistry } from './remote-registry';
import type { RouteMatch } from './route-table';

/** What the shell's file for the server hands out; a page is a component of React, into which nobody here looks. */
interface ShellFile {
  runtimeContract: number;
  /** What exists once, by the names under which a remote asks for it. */
  shared: Record<string, unknown>;
  render(page: unknown, path: string, data: object): string | undefined;
}

interface RemoteFile {
  runtimeContract: number;
  pages: Record<string, unknown>;
}

interface Drawing {
  /** The names of both files, which tell their contents. */
  files: string;
  shell: ShellFile;
  remote: RemoteFile;
}

/** In the shell's template: its file for the server. */
const SHELL_FILE = /<!--attune:server (\S+)-->/;
const NAME = /^server\.([0-9a-f]{8})\.cjs$/;
const SILENT = Object.fromEntries(['debug', 'error', 'info', 'log', 'warn'].map((level) => [level, () => undefined]));

/**
 * Draws public pages with the front-ends' own components, so that a page can be read before its scripts are there, and without them. It
 * runs nothing but files of this installation's own folders, with the content that their names tell; what another server delivers is drawn
 * from the copy of the same build. Whatever goes wrong, nothing is drawn and the page begins with its introduction.
 */
@Injectable()
export class ServerRender {
  private readonly logger = new Logger('ServerRender');
  private readonly kept = new Map<RemoteName, Promise<Drawing>>();
  private readonly complaints = new Set<string>();

  constructor(
    private readonly config: AppConfig,
    private readonly remotes: RemoteRegistry,
  ) {}

  /**
   * @param template the shell's own
   * @param parts what the page is made of beside it; their scripts tell which build of the remote it is for
   * @returns the content of the page's root
   */
  async draw(template: string, match: RouteMatch | undefined, page: PublicPage | undefined, parts: PageParts): Promise<string | undefined> {
    const { remote, page: name = '', path = '' } = match?.route ?? {};
    // What the page has to ask for first is not drawn.
    if (!match || !remote || !page?.shown || !('services' in page.data)) return undefined;
    try {
      const drawing = await this.drawingOf(remote, template, parts.scripts);
      const component = drawing?.remote.pages[name];
      if (!drawing || !component) return undefined;
      const address = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(match.params[param] ?? ''));
      // As the browser will read it.
      return drawing.shell.render(component, address, JSON.parse(JSON.stringify(parts.data)) as object);
    } catch (error) {
      this.complain(`${remote}/${name}`, error);
      return undefined;
    }
  }

  private async drawingOf(remote: RemoteName, template: string, scripts: readonly string[]): Promise<Drawing | undefined> {
    const shellFile = SHELL_FILE.exec(template)?.[1];
    const live = await this.remotes.serverFileOf(remote);
    const [shellFolder, remoteFolder] = [this.folderOf(this.config.frontends.shell, 'shell'), this.folderOf(this.config.frontends.remotes[remote], remote.replaceAll('_', '-'))];
    if (!shellFile || !live || shellFolder === undefined || remoteFolder === undefined) return undefined;
    const { entry, server } = live;
    if (!scripts.some((script) => script.endsWith(`/${entry}`))) return undefined;
    const files = `${shellFile} ${server}`;
    const kept = await this.kept.get(remote);
    if (kept?.files === files) return kept;
    const loading = load(files, join(shellFolder, basename(shellFile)), join(remoteFolder, basename(server)));
    this.kept.set(remote, loading);
    loading.catch(() => this.kept.get(remote) === loading && this.kept.delete(remote));
    return loading;
  }

  private folderOf(origin: Origin | undefined, name: string): string | undefined {
    const { copies } = this.config.frontends;
    if (origin?.kind === 'url') return copies === undefined ? undefined : join(copies, name, 'dist');
    return origin?.path;
  }

  /** Once for each page: it is asked for again and again. Of what was drawn nothing may be told. */
  private complain(page: string, error: unknown): void {
    const words = `${page} is not drawn by the server: ${error instanceof Refused ? error.message : (error as Error).name}`;
    if (!this.complaints.has(words)) this.logger.warn(words);
    this.complaints.add(words);
  }
}

class Refused extends Error {}

async function load(files: string, shellPath: string, remotePath: string): Promise<Drawing> {
  const shell = await run<ShellFile>(shellPath, {});
  const remote = await run<RemoteFile>(remotePath, shell.shared);
  if (shell.runtimeContract !== remote.runtimeContract) throw new Refused('shell and remote are of different runtime contracts');
  return { files, shell, remote };
}

/** @param shared all that the file may ask for */
async function run<Exports>(path: string, shared: Record<string, unknown>): Promise<Exports> {
  const code = await readFile(path, 'utf8');
  const name = basename(path);
  if (NAME.exec(name)?.[1] !== createHash('sha256').update(code).digest('hex').slice(0, 8)) throw new Refused(`${name} is not what its name says`);
  const module = { exports: {} };
  const ask = (request: string): unknown => {
    if (!Object.hasOwn(shared, request)) throw new Refused(`${name} asks for ${request}`);
    return shared[request];
  };
  const begin = compileFunction(code, ['module', 'exports', 'require', 'console'], { filename: path }) as (...given: unknown[]) => void;
  begin(module, module.exports, ask, SILENT);
  return module.exports as Exports;
}
