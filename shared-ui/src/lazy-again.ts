import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const PAUSE_MS = 2_000;

/**
 * {@link lazy} for a part that a page cannot do without: code that could not be fetched is asked for again until it comes, behind the
 * nearest Suspense, where `lazy` alone would take the whole page with it.
 */
export function lazyAgain<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => untilItComes(load));
}

/** Asks for code until it comes. */
export async function untilItComes<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
