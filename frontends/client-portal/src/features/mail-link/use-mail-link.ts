import { useLocation } from '@attune/shared-ui/runtime';
import { useLayoutEffect, useState } from 'react';

/** What a link in an email is for. */
export interface MailLink {
  purpose: 'sign-in' | 'objection';
  token: string;
}

const PURPOSES = { token: 'sign-in', object: 'objection' } as const;

/** The email's link that stands in the address. */
function readMailLink(): MailLink | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const name = (['token', 'object'] as const).find((each) => fragment.has(each));
  const token = name === undefined ? null : fragment.get(name);
  return name === undefined || !token ? null : { purpose: PURPOSES[name], token };
}

/** Takes the token out of the address before anything else can read or remember it. */
function clearAddress(): void {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const { pathname, search } = window.location;
  if (fragment.has('token') || fragment.has('object')) window.history.replaceState(window.history.state, '', `${pathname}${search}`);
}

/**
 * The email's link that this page was opened with, also when it is opened in a tab that shows the page already. The address is cleared only
 * once the page stands: React may draw it a second time before that, and would find the link gone.
 */
export function useMailLink() {
  const location = useLocation();
  const [link, setLink] = useState(readMailLink);
  useLayoutEffect(() => {
    const next = readMailLink();
    clearAddress();
    if (next !== null) setLink(next);
  }, [location]);
  return { link, forget: () => setLink(null) };
}
