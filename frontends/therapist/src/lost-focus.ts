/** Whether the focus is nowhere: what had it is gone, and nothing of the page has taken it. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === 'main';
}
