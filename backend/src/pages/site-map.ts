import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock/clock';
import { mapInTurns } from '../common/process/in-turns';
import { AppConfig } from '../config/app-config';
import { PublicTherapistsService } from '../modules/therapists/public/public-therapists.service';
import { escapeHtml } from './page-template';
import { OPEN_PATHS } from './page-words';

/** Where programs have nothing to look for, portraits apart. Pages that are not to be listed say so themselves, and must be readable for that. */
const CLOSED = ['/api/', '/dev/'];
const PORTRAITS = '/api/public/images/';

/** Anybody asks as often as they like; others' caches keep it for longer. */
const KEPT_MS = 60_000;

/** What search engines ask for before they look at a site. */
@Injectable()
export class SiteMap {
  private kept: { until: number; list: Promise<string> } | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly therapists: PublicTherapistsService,
    private readonly clock: Clock,
  ) {}

  /** `/robots.txt` */
  rules(): string {
    const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), `Allow: ${PORTRAITS}`, 'Allow: /', '', `Sitemap: ${this.config.publicUrl}/sitemap.xml`];
    return `${lines.join('\n')}\n`;
  }

  /** `/sitemap.xml`: the product's own pages, and those of therapists who want to be found. Made once for all who ask within a minute. */
  list(): Promise<string> {
    const now = this.clock.now().getTime();
    if (this.kept && now < this.kept.until) return this.kept.list;
    const list = this.make();
    this.kept = { until: now + KEPT_MS, list };
    list.catch(() => (this.kept = undefined));
    return list;
  }

  private async make(): Promise<string> {
    const pages = await this.therapists.listedPages();
    const entries = [
      ...OPEN_PATHS.map((path) => ({ path, changed: undefined })),
      ...pages.map(({ therapist_id, custom_slug, updated_at }) => ({ path: pathOf(therapist_id, custom_slug), changed: updated_at })),
    ];
    const urls = await mapInTurns(entries, ({ path, changed }) => {
      const date = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : '';
      return `<url><loc>${escapeHtml(this.config.publicUrl + path)}</loc>${date}</url>`;
    });
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
  }
}

/** The one address of a therapist's page. */
export function pathOf(therapistId: string, slug: string | null): string {
  return slug ? `/t/${slug}` : `/book/${therapistId}`;
}
