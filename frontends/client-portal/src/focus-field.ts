/** Moves focus to a field by its id, once it has been drawn with its error. */
export function focusField(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}
