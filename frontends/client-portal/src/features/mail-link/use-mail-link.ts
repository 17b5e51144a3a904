import { useLocation } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';

/** What a link in an email is for. */
export interface MailLink {
  purpose: 'sign-in' | 'objection';
  token: string;
  /** Whom it was mailed to, where it says so. */
  email: string;
}

const PURPOSES = { token: 'sign-in', object: 'objection' } as const;

/** Takes an email's token out of the address at once, before anything else can read or remember it. */
export function takeMailLink(): MailLink | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  for (const name of ['token', 'object'] as const) {
    const token = fragment.get(name);
    if (token === null) continue;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, '', `${pathname}${search}`);
    return token === '' ? null : { purpose: PURPOSES[name], token, email: outOfLetters(fragment.get('for') ?? '') };
  }
  return null;
}

/** The mail writes the address in letters alone, two for a byte. */
function outOfLetters(letters: string): string {
  if (!/^([a-p]{2})+$/.test(letters)) return '';
  const value = (at: number) => letters.charCodeAt(at) - 97;
  const bytes = Uint8Array.from({ length: letters.length / 2 }, (_, index) => value(2 * index) * 16 + value(2 * index + 1));
  return new TextDecoder().decode(bytes);
}

/** The email's link that this page was opened with, also when it is opened in a tab that shows the page already. */
export function useMailLink() {
  const location = useLocation();
  const [link, setLink] = useState(takeMailLink);
  useEffect(() => {
    const next = takeMailLink();
    if (next !== null) setLink(next);
  }, [location]);
  return { link, forget: () => setLink(null) };
}
