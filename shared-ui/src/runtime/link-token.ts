import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Pages behind a mail's link, whose token stands behind the `#`, which no server ever sees. */
const PAGES = /^\/(consent|forms|manage|reminders|waiting)\/?$/;

/**
 * Takes the token of a mail's link out of the address before anything is drawn. The tab's own entry keeps it, where the router keeps what
 * belongs to an entry, for a reload. A browser's list of visited addresses may still hold the link as it was opened: no page can change that.
 */
export function hideLinkToken(): void {
  const { pathname, search, hash } = window.location;
  if (!PAGES.test(pathname) || hash.length < 2) return;
  window.history.replaceState({ ...(window.history.state as object | null), usr: { token: hash.slice(1) } }, '', pathname + search);
}

/** The token of the link that this page was opened with, or '', and how it is let go. A link inside of the page, or a new one in the same tab, is hidden as well. */
export function useLinkToken(): { token: string; forget: () => void } {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const named = hash.slice(1);
  const kept = (state as { token?: string } | null)?.token ?? '';
  useLayoutEffect(() => {
    if (named !== '') void navigate(pathname + search, { replace: true, state: { token: named } });
  }, [named, pathname, search, navigate]);
  return { token: named === '' ? kept : named, forget: () => void navigate(pathname + search, { replace: true, state: null }) };
}
