type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>;

const WIDTH = 356 + 24;
/** Of a toast of two lines, with its distance from the edge. */
const HEIGHT = 108;
/** Below it toasts are as wide as the page. */
const NARROW = 600;
/** What a toast may speak of: where the focus is, what is said to be wrong, and the way on from a window. */
const SPOKEN_OF = '[aria-invalid="true"], [role="alert"], [role="dialog"] footer';

/** Where a toast covers none of the boxes: at the top, else at the bottom; at the top as well where both would. */
export function placeClearOf(boxes: readonly Box[], page: { width: number; height: number }): 'top-right' | 'bottom-right' {
  const left = page.width < NARROW ? 0 : page.width - WIDTH;
  const covers = (from: number, to: number) => boxes.some((box) => box.right > left && box.bottom > from && box.top < to);
  return covers(0, HEIGHT) && !covers(page.height - HEIGHT, page.height) ? 'bottom-right' : 'top-right';
}

/** As the page is now. */
export function toastPlace(): 'top-right' | 'bottom-right' {
  const focused = document.activeElement === document.body ? [] : [document.activeElement];
  const spokenOf = [...focused, ...document.querySelectorAll(SPOKEN_OF)].filter((element) => element !== null);
  // What takes the focus as a whole, such as the page's content, is larger than any toast and not what it speaks of.
  const boxes = spokenOf.map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0 && height < window.innerHeight / 2);
  return placeClearOf(boxes, { width: window.innerWidth, height: window.innerHeight });
}
