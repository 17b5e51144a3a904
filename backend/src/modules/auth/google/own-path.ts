const BASE = 'http://site.invalid';

/** Whether a redirect target is a path of this site, and nothing a browser could read as another one. */
export function isOwnPath(target: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(target) || target.includes('\\') || target.includes('#') || target.length > 512) return false;
  try {
    const { origin, pathname } = new URL(target, BASE);
    // What is left of `/..//elsewhere` would be read as another site by whoever takes the path alone.
    return origin === BASE && !pathname.startsWith('//');
  } catch {
    return false;
  }
}
