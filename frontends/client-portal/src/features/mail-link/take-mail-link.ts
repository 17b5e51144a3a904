/** What a link in an email is for. */
export interface MailLink {
  purpose: 'sign-in' | 'objection';
  token: string;
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
    return token === '' ? null : { purpose: PURPOSES[name], token };
  }
  return null;
}
