/**
 * Takes the one-time code that a sign-in put behind `#session_id=` and removes it from the address at once, before
 * anything else can read or remember it.
 */
export function takeSessionCode(): string | undefined {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const code = fragment.get('session_id');
  if (code === null) return undefined;
  fragment.delete('session_id');
  const rest = fragment.toString();
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}${rest === '' ? '' : `#${rest}`}`);
  return code === '' ? undefined : code;
}
