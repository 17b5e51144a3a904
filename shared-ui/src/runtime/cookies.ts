import { inBrowser } from './in-browser';

/** The value of a cookie that scripts may read, or undefined. */
export function readCookie(name: string): string | undefined {
  if (!inBrowser) return undefined;
  const prefix = `${name}=`;
  const entry = document.cookie.split('; ').find((candidate) => candidate.startsWith(prefix));
  return entry === undefined ? undefined : decodeURIComponent(entry.slice(prefix.length));
}
