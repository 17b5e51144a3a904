let region: HTMLElement | undefined;

/** Says a text through a live region that is in the page from the start, so that every reader knows it. */
export function announce(text: string): void {
  if (!region) return;
  region.textContent = '';
  // The same words twice are only heard if the region was empty in between.
  window.setTimeout(() => {
    if (region) region.textContent = text;
  }, 50);
}

/** The element that speaks. */
export function setAnnouncer(element: HTMLElement | null): void {
  region = element ?? undefined;
}
