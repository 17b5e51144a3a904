import { ServiceWords } from './therapist-words';

/** What a page is made of, beside the shell's template. Texts are plain; escaping happens here. */
export interface PageParts {
  title: string;
  description?: string;
  canonical?: string;
  image?: string;
  /** 'profile' for a person's page. */
  kind?: 'website' | 'profile';
  /** For search engines, by schema.org. */
  structured?: object;
  noIndex?: boolean;
  scripts: readonly string[];
  styles: readonly string[];
  data: object;
  /** A first paint for people, and all there is without scripts: name, credentials, text and services of a public page. */
  intro?: Intro;
  /** The page itself, as the front-ends' components draw it: HTML, which takes the introduction's place. */
  drawn?: string | undefined;
}

export interface Intro {
  portrait: string | null;
  heading: string;
  subheading: string;
  text: string;
  services: readonly ServiceWords[];
  /** Shown by the therapist, for whoever cannot book here. */
  phone: string | null;
  /** Whether the page offers a free time above the text, on a phone. */
  offersTime: boolean;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** JSON inside a script element: nothing in it can end the element or open a comment. */
function scriptJson(value: object): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function renderPage(template: string, parts: PageParts): string {
  // A page that can be read without scripts says itself what it needs them for.
  return (parts.intro ? template.replace(/<noscript>.*?<\/noscript>/s, '') : template)
    .replace('<!--attune:head-->', () => head(parts))
    .replace('<!--attune:data-->', () => `<script type="application/json" id="attune-page-data">${scriptJson(parts.data)}</script>`)
    .replace('<!--attune:prerender-->', () => parts.drawn ?? intro(parts));
}

function head(parts: PageParts): string {
  const lines = [`<title>${escapeHtml(parts.title)}</title>`];
  const meta = (attribute: string, name: string, content: string | undefined): void => {
    if (content) lines.push(`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`);
  };
  meta('name', 'description', parts.description);
  meta('property', 'og:site_name', 'Attune');
  meta('property', 'og:type', parts.kind ?? 'website');
  meta('property', 'og:title', parts.title);
  meta('property', 'og:description', parts.description);
  meta('property', 'og:url', parts.canonical);
  meta('property', 'og:image', parts.image);
  meta('name', 'twitter:card', 'summary');
  if (parts.noIndex) meta('name', 'robots', 'noindex');
  if (parts.canonical) lines.push(`<link rel="canonical" href="${escapeHtml(parts.canonical)}">`);
  // Data and no script: no policy has to allow it.
  if (parts.structured) lines.push(`<script type="application/ld+json">${scriptJson(parts.structured)}</script>`);
  for (const href of parts.styles) lines.push(style(href, parts.drawn !== undefined));
  for (const href of parts.scripts) lines.push(`<link rel="preload" as="script" href="${escapeHtml(href)}">`);
  return lines.join('');
}

/** What is drawn already waits for its styles; told by their file's name, the build's loader does not ask for them again. */
function style(href: string, isNeeded: boolean): string {
  const as = isNeeded ? `rel="stylesheet" data-href="${escapeHtml(href.slice(href.lastIndexOf('/') + 1))}"` : 'rel="preload" as="style"';
  return `<link ${as} href="${escapeHtml(href)}">`;
}

/** As large as the page that takes its place (see the shell's `intro.css`), so that nothing seems to move or to come late. */
function intro({ intro: content }: PageParts): string {
  if (!content) return '';
  const { portrait, heading, subheading, text, services, phone, offersTime } = content;
  const paragraph = (words: string): string => words && `<p dir="auto">${escapeHtml(words)}</p>`;
  const image = portrait ? `<img src="${escapeHtml(portrait)}" alt="" width="148" height="172" fetchpriority="high">` : '<span></span>';
  const person = `<div>${image}<div><h1 dir="auto">${escapeHtml(heading)}</h1>${paragraph(subheading)}</div></div>`;
  const place = offersTime ? '<div class="attune-next"></div>' : '';
  return `<main class="attune-intro">${person}${place}${paragraph(text)}${serviceList(services)}${withoutScripts(phone)}</main>`;
}

function serviceList(services: readonly ServiceWords[]): string {
  const item = ({ name, facts, description }: ServiceWords): string =>
    `<li><h3 dir="auto">${escapeHtml(name)}</h3>${description && `<p dir="auto">${escapeHtml(description)}</p>`}<p>${escapeHtml(facts)}</p></li>`;
  return services.length === 0 ? '' : `<h2>Available Services</h2><ul>${services.map(item).join('')}</ul>`;
}

function withoutScripts(phone: string | null): string {
  const call = phone ? ` You can also call <a href="tel:${escapeHtml(phone.replace(/[^\d+]/g, ''))}">${escapeHtml(phone)}</a>.` : '';
  return `<noscript><p>Booking here needs JavaScript.${call}</p></noscript>`;
}
