/**
 * The shell for the page server: draws a remote's page within everything around it, as the browser would before it knows anything of its
 * reader. Built into one file of its own, which brings along what a remote's server file shares with it.
 */
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { renderToString } from 'react-dom/server.edge';
import { StaticRouter } from 'react-router-dom';
import * as runtime from '@attune/shared-ui/runtime';
import { type PageData, RUNTIME_CONTRACT } from '@attune/shared-ui/runtime';
import { providePageData } from '@attune/shared-ui/runtime/host';
import { App } from './app';
import { providePage } from './remotes/pages-on-server';

export const runtimeContract = RUNTIME_CONTRACT;

/** What exists once, by the names under which a remote asks for it. */
export const shared = {
  react: React,
  'react/jsx-runtime': JsxRuntime,
  'react-dom': ReactDom,
  '@attune/shared-ui/runtime': runtime,
};

/**
 * What React writes where a part could not be drawn and is left to the browser, which would report that as a failure; and what the pages'
 * policy does not allow in their text. People's own text has no such quotes.
 */
const UNFIT = /<!--\$!-->| style="/;

/** @returns the content of `#root`; undefined where a part of the page can only be drawn by a browser */
export function render(Page: React.ComponentType, path: string, data: PageData): string | undefined {
  const Router = ({ children }: { children: React.ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
  providePageData(data);
  providePage(Page);
  try {
    const html = renderToString(<App Router={Router} />);
    return UNFIT.test(html) ? undefined : html;
  } finally {
    providePageData(undefined);
    providePage(undefined);
  }
}
