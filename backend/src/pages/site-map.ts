import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { PublicTherapistsService } from '../modules/therapists/public/public-therapists.service';
import { escapeHtml } from './page-template';
import { OPEN_PATHS } from './page-words';

/** Where programs have nothing to look for, portraits apart. Pages that are not to be listed say so themselves, and must be readable for that. */
const CLOSED = ['/api/', '/dev/'];
const PORTRAITS = '/api/public/images/';

/** What search engines ask for before they look at a site. */
@Injectable()
export class SiteMap {
  constructor(
    private readonly config: AppConfig,
    private readonly therapists: PublicTherapistsService,
  ) {}

  /** `/robots.txt` */
  rules(): string {
    const lines = ['User-agent: *', ...CLOSED.map((path) => `Disallow: ${path}`), `Allow: ${PORTRAITS}`, 'Allow: /', '', `Sitemap: ${this.config.publicUrl}/sitemap.xml`];
    return `${lines.join('\n')}\n`;
  }

  /** `/sitemap.xml`: the product's own pages, and those of therapists who want to be found. */
  async list(): Promise<string> {
    const pages = await this.therapists.listedPages();
    const entries = [
      ...OPEN_PATHS.map((path) => ({ path, changed: undefined })),
      ...pages.map(({ therapist_id, custom_slug, updated_at }) => ({ path: pathOf(therapist_id, custom_slug), changed: updated_at })),
    ];
    const urls = entries.map(({ path, changed }) => {
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
