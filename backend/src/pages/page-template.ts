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
  intro?: { portrait: string | null; heading: string; subheading: string; text: string };
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

/** As large as the page that takes its place (see the shell's `intro.css`), so that nothing seems to move or to come late. */
function intro({ intro: content }: PageParts): string {
  if (!content) return '';
  const { portrait, heading, subheading, text } = content;
  const paragraph = (words: string): string => words && `<p dir="auto">${escapeHtml(words)}</p>`;
  const image = portrait ? `<img src="${escapeHtml(portrait)}" alt="" width="148" height="172" fetchpriority="high">` : '<span></span>';
  const person = `<div>${image}<div><h1 dir="auto">${escapeHtml(heading)}</h1>${paragraph(subheading)}</div></div>`;
  return `<main class="attune-intro">${person}${paragraph(text)}</main>`;
}
