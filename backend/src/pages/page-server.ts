import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { CsrfProtection } from '../common/access/csrf-protection';
import { DomainError } from '../common/errors/domain-error';
import { ErrorFilter } from '../common/errors/error.filter';
import { PublicReads } from '../common/http/changes-at-work';
import { Cookies } from '../common/http/cookies';
import { AppConfig } from '../config/app-config';
import { ADMIN_SESSION_COOKIE, SESSION_COOKIE } from '../modules/auth/sessions/session.service';
import { FrontEndFiles } from './front-end-files';
import { PageParts, renderPage } from './page-template';
import { PageText, PageTexts } from './page-texts';
import { PRODUCT, wordsOf } from './page-words';
import { PublicPage, PublicPageReader } from './public-page-data';
import { RemoteRegistry } from './remote-registry';
import { matchRoute, PageRoute, RouteMatch } from './route-table';
import { ServerRender } from './server-render';
import { pathOf, SiteMap } from './site-map';
import { cut, serviceWords, structuredTherapist } from './therapist-words';

const LONGEST_DESCRIPTION = 200;
/** Search engines ask often, and nobody waits for what they find. */
const SEARCHED = 'public, max-age=3600';

/** Answers every HTML page with the shell, `/remotes.json`, and what search engines ask for. */
@Injectable()
export class PageServer {
  private readonly shell: FrontEndFiles | undefined;
  private readonly texts = new PageTexts();

  constructor(
    private readonly config: AppConfig,
    private readonly remotes: RemoteRegistry,
    private readonly publicPages: PublicPageReader,
    private readonly siteMap: SiteMap,
    private readonly csrf: CsrfProtection,
    private readonly cookies: Cookies,
    private readonly reads: PublicReads,
    private readonly serverRender: ServerRender,
  ) {
    this.shell = config.frontends.shell && new FrontEndFiles(config.frontends.shell);
  }

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
      sendWithEtag(request, response, 'application/json; charset=utf-8', JSON.stringify({ remotes: await this.remotes.list() }), 'no-cache');
      return;
    }
    if (request.path === '/robots.txt') return sendWithEtag(request, response, 'text/plain; charset=utf-8', this.siteMap.rules(), SEARCHED);
    if (request.path === '/sitemap.xml') {
      await this.reads.enter(request, response);
      return sendWithEtag(request, response, 'application/xml; charset=utf-8', await this.siteMap.list(), SEARCHED);
    }
    const template = await this.shell?.read('index.html');
    const routes = await this.shell?.read('route-manifest.json');
    if (template === undefined || routes === undefined) throw new DomainError('unavailable', 'The pages are not there yet. Please try again in a moment.');
    const match = matchRoute(JSON.parse(routes) as PageRoute[], request.path);
    // What nothing has to be read for is answered at once.
    if (match && Object.keys(match.params).length > 0) await this.reads.enter(request, response);
    const make = async (): Promise<PageText> => {
      const page = match && (await this.publicPages.read(match.params));
      const parts = await this.parts(request, match, page);
      const body = renderPage(template, { ...parts, drawn: await this.serverRender.draw(template, match, page, parts) });
      return { status: match && !(page && 'not_found' in page.data) ? 200 : 404, body, etag: etagOf(body) };
    };
    // Everything else that is told of who asks is a cookie of theirs.
    const key = JSON.stringify([match?.route.path, match?.params, this.hintOf(request)]);
    const { status, body, etag } = await this.texts.take(key, make);
    this.csrf.provide(request, response);
    response.status(status);
    sendWithEtag(request, response, 'text/html; charset=utf-8', body, 'private, no-cache', etag);
  }

  /** Whether a session's cookie is there. */
  private hintOf(request: Request): { user: boolean; admin: boolean } {
    return { user: !!this.cookies.read(request, SESSION_COOKIE), admin: !!this.cookies.read(request, ADMIN_SESSION_COOKIE) };
  }

  private async parts(request: Request, match: RouteMatch | undefined, publicPage: PublicPage | undefined): Promise<PageParts> {
    const { remote, page } = match?.route ?? {};
    const [remotes, files] = await Promise.all([
      this.remotes.list(),
      remote && page ? this.remotes.filesOf(remote, page) : { scripts: [], styles: [] },
    ]);
    const data = {
      remotes,
      signed_in_hint: this.hintOf(request),
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

function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

function sendWithEtag(request: Request, response: Response, type: string, body: string, cacheControl: string, etag = etagOf(body)): void {
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('ETag', etag);
  response.setHeader('Vary', 'Cookie');
  if (response.statusCode === 200 && request.headers['if-none-match'] === etag) {
    response.status(304).end();
    return;
  }
  response.setHeader('Content-Type', type);
  response.end(request.method === 'HEAD' ? undefined : body);
}
