import { useEffect } from 'react';

const PRODUCT = 'Attune';

/** Names the open page in the tab; an empty title leaves the product's name alone. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' || title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}
