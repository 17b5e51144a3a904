import { claimsProduct } from '../../common/http/product-name';
import { oneLine } from './mail-header';
import type { MailAddress } from './mailer';
import { isolated, type Run } from './mail-document';
import { normalized } from '../../common/search/normalized';

/** Letters and what stands between the parts of a name; no digits, addresses, quotes or marks that nobody sees. */
const NAME = /^[\p{L}\p{M} .,'’()&·/–-]+$/u;
/** `evil.com`, `www.x`, `Evil.Com`: programs make links of these. */
const LINK = /[\p{L}\p{N}-]\.\p{L}{2}|@|:\/\//u;
/** `M.Sc.`, and `Dr.Ada` without a space, are none. */
const DEGREE = /\b(?:[BM]|Dr|Prof|Dipl|Mag|Mrs?|Ms)\.(?=\p{Lu}\p{Ll})/gu;
/** Latin letters that are more than a basic one with a mark. */
const MORE_LATIN = /[ßæœøđłþðıħŋə]/gu;
/** Scripts with letters that pass for Latin ones; a word is in one of them. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u, /\p{Script=Lisu}/u, /\p{Script=Coptic}/u];
/** What only whoever runs the product is called. */
const OFFICE = /\b(?:support|security|admin\w*|accounts?|billing|help ?desk|noreply|no-reply|system|verif\w+|official)\b/i;

/**
 * A name that a therapist chose, as it may stand where a reader looks for who a mail is from: in a sender or a subject.
 * @returns undefined where it could pass for the product, for whoever runs it or for an address of the web
 */
export function headerName(name: string, sender = 'Attune'): string | undefined {
  const line = normalized(oneLine(name).replace(/\s+/g, ' '), 'NFC');
  const unsafe = !NAME.test(line) || isLinkLike(line) || OFFICE.test(line) || line.split(/[^\p{L}\p{M}]+/u).some(isMixed);
  return unsafe || claimsProduct(line) || holds(line, sender) ? undefined : line;
}

/** `Your appointment with Dr. Ada Nwosu`; without the name where it may not stand in a subject. */
export function subjectWith(words: string, joint: string, name: string): string {
  const safe = headerName(name);
  return safe === undefined ? words : `${words} ${joint} ${isolated(safe)}`;
}

/** The name within a sentence; one that a mail program would make a link of is not told. */
export function nameRun(name: string, isFirst = false): Run {
  const line = oneLine(name);
  if (!isLinkLike(line)) return { name: line };
  return isFirst ? 'Your therapist' : 'your therapist';
}

/** Who a mail is from, when it is sent in a therapist's name: the address stays the installation's. */
export function senderInNameOf(sender: MailAddress, name: string | undefined): MailAddress {
  const own = sender.name ?? 'Attune';
  const safe = name === undefined ? undefined : headerName(name, own);
  return { ...sender, name: safe === undefined ? own : `${safe} via ${own}` };
}

function isLinkLike(line: string): boolean {
  return LINK.test(line.replace(DEGREE, ''));
}

function isMixed(word: string): boolean {
  const base = normalized(word, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (ALIKE.filter((script) => script.test(base)).length > 1) return true;
  return /\p{Script=Latin}/u.test(base) && !/^[a-z]+$/.test(base.replace(MORE_LATIN, 'a'));
}

/** Whatever the installation calls itself, however that is spelled. */
function holds(line: string, sender: string): boolean {
  const [name, own] = [line, sender].map((text) => normalized(text, 'NFKD').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')) as [string, string];
  return sender !== 'Attune' && own !== '' && name.includes(own);
}
