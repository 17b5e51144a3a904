import { Browser, BrowserContext, Page } from 'playwright-core';
import { ForkOptions, forkStack, RunningStack } from '../../../docker/local/src/stack/forked-stack';
import { launchBrowser, newVisitor, picture, Visit, watchForTrouble } from './browser';

const START_LIMIT_MS = 120_000;

export interface Product {
  stack: RunningStack;
  browser: Browser;
  /** A browser profile of its own; its page must stay free of errors and foreign requests. */
  visit(work: (page: Page, context: BrowserContext) => Promise<void>, options?: Visit): Promise<void>;
}

/** One running product and one browser for all journeys of a file. Filled in once the file's tests begin. */
export function startProduct(options: ForkOptions = {}): Product {
  const product = { visit } as Product;

  beforeAll(async () => {
    [product.stack, product.browser] = await Promise.all([forkStack(options), launchBrowser()]);
  }, START_LIMIT_MS);

  afterAll(async () => {
    await product.browser?.close();
    await product.stack?.stop();
  });

  async function visit(work: (page: Page, context: BrowserContext) => Promise<void>, visitor: Visit = {}): Promise<void> {
    const context = await newVisitor(product.browser, product.stack.url, visitor);
    const page = await context.newPage();
    const trouble = watchForTrouble(page, product.stack.url);
    try {
      await work(page, context);
      expect(trouble).toEqual([]);
    } catch (error) {
      await picture(page, `failed-${Date.now()}`);
      throw error;
    } finally {
      await context.close();
    }
  }

  return product;
}
