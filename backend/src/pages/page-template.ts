/** What a page is made of, beside the shell's template. Texts are plain; escaping happens here. */
export interface PageParts {
  title: string;
  description?: string;
  canonical?: string;
  image?: string;
  noIndex?: boolean;
  scripts: readonly string[];
  styles: readonly string[];
  data: object;
  /** A first paint for people: name, credentials and text of a public page, until the scripts have run. */
  intro?: { heading: string; lines: readonly string[] };
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
  return template
    .replace('<!--attune:head-->', () => head(parts))
    .replace('<!--attune:data-->', () => `<script type="application/json" id="attune-page-data">${scriptJson(parts.data)}</script>`)
    .replace('<!--attune:prerender-->', () => intro(parts));
}

function head(parts: PageParts): string {
  const lines = [`<title>${escapeHtml(parts.title)}</title>`];
  const meta = (attribute: string, name: string, content: string | undefined): void => {
    if (content) lines.push(`<meta ${attribute}="${name}" content="${escapeHtml(content)}">`);
  };
  meta('name', 'description', parts.description);
  meta('property', 'og:title', parts.title);
  meta('property', 'og:description', parts.description);
  meta('property', 'og:url', parts.canonical);
  meta('property', 'og:image', parts.image);
  if (parts.noIndex) meta('name', 'robots', 'noindex');
  if (parts.canonical) lines.push(`<link rel="canonical" href="${escapeHtml(parts.canonical)}">`);
  for (const href of parts.styles) lines.push(`<link rel="preload" as="style" href="${escapeHtml(href)}">`);
  for (const href of parts.scripts) lines.push(`<link rel="preload" as="script" href="${escapeHtml(href)}">`);
  return lines.join('');
}

function intro({ intro: content }: PageParts): string {
  if (!content) return '';
  const lines = content.lines.filter(Boolean).map((line) => `<p dir="auto">${escapeHtml(line)}</p>`);
  return `<main class="attune-intro"><h1 dir="auto">${escapeHtml(content.heading)}</h1>${lines.join('')}</main>`;
}
