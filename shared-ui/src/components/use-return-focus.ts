import { useRef } from 'react';

/**
 * Where focus was before a window opened, and the way back there. What was pressed may be gone by then (a deleted row):
 * then focus goes to the main part of the page instead of getting lost.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: (event: Event) => {
      event.preventDefault();
      const known = opener.current;
      const target = known instanceof HTMLElement && known.isConnected && known !== document.body ? known : document.querySelector('main');
      if (!(target instanceof HTMLElement)) return;
      if (target !== known && !target.hasAttribute('tabindex')) target.tabIndex = -1;
      target.focus();
    },
  };
}
