import { lazyAgain } from '@attune/shared-ui/lazy-again';

/** Comparing comes with a library of its own, which nobody loads before there is something to compare. */
export const TextDifference = lazyAgain(() => import('./text-difference'));
