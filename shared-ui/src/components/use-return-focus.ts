import { useRef } from 'react';

/**
 * Where focus was before a window opened, and the way back there. What was pressed may be gone by then (a deleted row):
 * then focus goes to the main part of the page instead of getting lost, or where `elsewhere` puts it.
 */
export function useReturnFocus(elsewhere?: () => void) {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      const known = opener.current;
      const isThere = known instanceof HTMLElement && known.isConnected && known !== document.body;
      if (!isThere && elsewhere) return elsewhere();
      const target = isThere ? known : document.querySelector('main');
      if (!(target instanceof HTMLElement)) return;
      if (target !== known && !target.hasAttribute('tabindex')) target.tabIndex = -1;
      target.focus();
    },
  };
}
