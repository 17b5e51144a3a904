/** False on the server, which draws public pages with the same code: there is no window, and nobody's cookies. */
export const inBrowser = typeof window !== 'undefined';
