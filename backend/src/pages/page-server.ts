import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CsrfProtection } from '../common/access/csrf-protection';
import { DomainError } from '../common/errors/domain-error';
import { ErrorFilter } from '../common/errors/error.filter';
import { PublicReads } from '../common/http/shared-work';
import { Cookies } from '../common/http/cookies';
import { AppConfig } from '../config/app-config';
import { ADMIN_SESSION_COOKIE, SESSION_COOKIE } from '../modules/auth/sessions/session.service';
import { following, found, Known } from '../public-reads/kept-answers';
import { encodingFor, etagOf } from '../public-reads/ready-text';
import { FrontEnd, LiveFrontEnd } from './live-front-end';
import { PageParts, renderPage } from './page-template';
import { PageText } from './page-text';
import { PRODUCT, wordsOf } from './page-words';
import { PublicPage, PublicPageReader } from './public-page-data';
import { RemoteRegistry } from './remote-registry';
import { matchRoute, RouteMatch } from './route-table';
import { ServerRender } from './server-render';
import { pathOf, SiteMap } from './site-map';
import { cut, serviceWords, structuredTherapist } from './therapist-words';

const LONGEST_DESCRIPTION = 200;
/** Search engines ask often, and nobody waits for what they find. */
const SEARCHED = 'public, max-age=3600';
const PAGE = { type: 'text/html; charset=utf-8', cacheControl: 'private, no-cache' };
/** Pages that are nobody's: each route, for everybody who asks. */
const MOST_PAGES = 500;

/** Whether a session's cookie is there. */
interface Hint {
  user: boolean;
  admin: boolean;
}

/** Answers every HTML page with the shell, `/remotes.json`, and what search engines ask for. */
@Injectable()
export class PageServer {
  private readonly pages = new LRUCache<string, PageText>({ max: MOST_PAGES });

  constructor(
    private readonly config: AppConfig,
    private readonly frontEnd: LiveFrontEnd,
    private readonly remotes: RemoteRegistry,
    private readonly publicPages: PublicPageReader,
    private readonly siteMap: SiteMap,
    private readonly csrf: CsrfProtection,
    private readonly cookies: Cookies,
    private readonly reads: PublicReads,
    private readonly serverRender: ServerRender,
  ) {}

  /** Takes everything outside of `/api`. */
  middleware(errors: ErrorFilter): RequestHandler {
    return (request: Request, response: Response, next: NextFunction) => {
      if (request.path === '/api' || request.path.startsWith('/api/')) return next();
      this.answer(request, response).catch((error: unknown) => errors.answer(error, request, response));
    };
  }

  private async answer(request: Request, response: Response): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new DomainError('not_found', 'There is nothing here.');
    if (request.path === '/remotes.json') {
      return sendText(request, response, 'application/json; charset=utf-8', JSON.stringify({ remotes: await this.remotes.list() }), 'no-cache');
    }
    if (request.path === '/robots.txt') return sendText(request, response, 'text/plain; charset=utf-8', this.siteMap.rules(), SEARCHED);
    if (request.path === '/sitemap.xml') {
      await this.reads.enter(request, response);
      return sendText(request, response, 'application/xml; charset=utf-8', await this.siteMap.list(), SEARCHED);
    }
    const live = await this.frontEnd.read();
    const plain = plainPath(live, request.path);
    if (plain !== undefined) return response.redirect(301, plain + request.url.slice(request.path.length));
    const page = this.pageOf(live, request.path, this.hintOf(request));
    // What nothing has to be read for is answered at once.
    if (typeof page === 'function') await this.reads.enter(request, response);
    await this.send(request, response, await found(page));
  }

  /** The page at a path, for whoever asks. */
  page(path: string, request: IncomingMessage): Known<PageText> {
    const hint = this.hintOf(request);
    return following(this.frontEnd.known ?? (() => this.frontEnd.read()), (live) => this.pageOf(live, path, hint));
  }

  /** Sends a page with what is the visitor's own. */
  async send(request: IncomingMessage, response: ServerResponse, page: PageText): Promise<void> {
    this.csrf.provide(request, response);
    response.statusCode = page.status;
    const encoding = page.status === 200 ? encodingFor(request) : undefined;
    const body = encoding ? await page.compressed(encoding) : page.body;
    if (encoding) response.setHeader('Content-Encoding', encoding);
    sendBytes(request, response, { ...PAGE, body, etag: page.etag(encoding) });
  }

  private pageOf(live: FrontEnd, path: string, hint: Hint): Known<PageText> {
    if (!live.shell) throw new DomainError('unavailable', 'The pages are not there yet. Please try again in a moment.');
    const { template, routes } = live.shell;
    const match = matchRoute(routes, path);
    const make = async (page: PublicPage | undefined): Promise<PageText> => {
      const status = match && !(page && 'not_found' in page.data) ? 200 : 404;
      const parts = await this.parts(live, match, hint, page);
      return new PageText(status, renderPage(template, { ...parts, drawn: await this.serverRender.draw(template, match, page, parts) }));
    };
    const place = `page ${live.version} ${Number(hint.user)}${Number(hint.admin)}`;
    const asked = match && this.publicPages.asked(match.params);
    if (asked) return this.publicPages.madeOf(asked, place, make);
    const key = `${place} ${match?.route.path ?? ''}`;
    return this.pages.get(key) ?? (async () => this.keep(key, await make(undefined)));
  }

  private keep(key: string, page: PageText): PageText {
    this.pages.set(key, page);
    return page;
  }

  private hintOf(request: IncomingMessage): Hint {
    return { user: !!this.cookies.read(request, SESSION_COOKIE), admin: !!this.cookies.read(request, ADMIN_SESSION_COOKIE) };
  }

  private async parts({ remotes }: FrontEnd, match: RouteMatch | undefined, hint: Hint, publicPage: PublicPage | undefined): Promise<PageParts> {
    const { remote, page } = match?.route ?? {};
    const files = remote && page ? await this.remotes.filesOf(remote, page) : { scripts: [], styles: [] };
    const data = {
      remotes,
      signed_in_hint: hint,
      demo: { google: this.config.google.demo },
      ...(publicPage ? { public_therapist: publicPage.data } : {}),
    };
    return { ...files, ...this.describe(match, publicPage), data };
  }

  private describe(match: RouteMatch | undefined, page: PublicPage | undefined): Omit<PageParts, 'scripts' | 'styles' | 'data'> {
    if (!page?.shown || 'not_found' in page.data) {
      const { open = false, ...words } = wordsOf(match?.route);
      const canonical = open ? this.config.publicUrl + (match?.route.path ?? '') : undefined;
      return { ...words, noIndex: !open, ...(canonical && { canonical, structured: { '@context': 'https://schema.org', '@type': 'WebPage', name: words.title, description: words.description, url: canonical } }) };
    }
    const { services, listed } = page.shown;
    const { therapist, availability } = page.data;
    const { id, display_name: name, credentials, bio, custom_slug: slug, profile_image, phone } = therapist;
    const canonical = this.config.publicUrl + pathOf(id, slug);
    const image = profile_image ? this.config.publicUrl + profile_image : undefined;
    return {
      title: `${name} · ${PRODUCT}`,
      description: cut(bio || credentials || `Book an appointment with ${name}.`, LONGEST_DESCRIPTION),
      kind: 'profile',
      canonical,
      noIndex: !listed,
      ...(image ? { image } : {}),
      structured: structuredTherapist(therapist, services, canonical, image),
      intro: {
        portrait: profile_image,
        heading: name,
        subheading: credentials,
        text: bio,
        services: serviceWords(services),
        phone,
        offersTime: availability?.answer.days.some(({ times }) => times.length > 0) ?? false,
      },
    };
  }
}

/** Where a practice's page is in lower case, if that is another path: else each spelling of a link would be a page of its own, made and kept. */
function plainPath({ shell }: FrontEnd, path: string): string | undefined {
  const { route, params } = (shell && matchRoute(shell.routes, path)) ?? {};
  const named = ['slug', 'therapistId'].find((name) => params?.[name] !== undefined && params[name] !== params[name].toLowerCase());
  return route && named && params?.[named] && route.path.replace(`:${named}`, encodeURIComponent(params[named].toLowerCase()));
}

interface Sent {
  type: string;
  cacheControl: string;
  body: Buffer;
  etag: string;
}

function sendText(request: IncomingMessage, response: ServerResponse, type: string, text: string, cacheControl: string): void {
  const body = Buffer.from(text);
  sendBytes(request, response, { type, cacheControl, body, etag: etagOf(body) });
}

function sendBytes(request: IncomingMessage, response: ServerResponse, { type, cacheControl, body, etag }: Sent): void {
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('ETag', etag);
  response.setHeader('Vary', 'Cookie, Accept-Encoding');
  if (response.statusCode === 200 && request.headers['if-none-match'] === etag) {
    response.statusCode = 304;
    response.removeHeader('Content-Encoding');
    response.end();
    return;
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}
