const FRAMES = 10;

/** Moves focus to a field by its id, once it has been drawn: with its error, or in the place of something else. */
export function focusField(id: string, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(id);
    if (field) field.focus();
    else if (frames > 1) focusField(id, frames - 1);
  });
}
