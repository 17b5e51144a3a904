import type { ComponentType } from 'react';
import type { RemotePageCache } from './remote-page-cache';

/** The page that is drawn now. On the server its remote is there already, and one page is drawn after the other. */
let current: ComponentType | undefined;

export function providePage(Page: ComponentType | undefined): void {
  current = Page;
}

function open() {
  if (!current) throw new Error('No page was given.');
  return { Page: current, settled: Promise.resolve(true) };
}

/** Takes the place of `pages.ts` in the server's file. */
export const remotePages: RemotePageCache = { open, reopen: open };
