/** The element that a new page begins with for someone who listens: its title, else its content. */
function beginning(page: HTMLElement): HTMLElement {
  return page.querySelector('h1') ?? page.querySelector('main') ?? page;
}

/** Moves focus to where the new page begins, without moving the view. */
export function focusBeginning(page: HTMLElement): void {
  const target = beginning(page);
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
