// Begins the page's scripts once the first frame of what the server drew is in sight: run earlier, they would only keep it back. What is
// pressed before the page can answer is kept, and pressed again when it can.
(() => {
  const { dataset } = document.currentScript;
  const PATIENCE_MS = 1_000;
  let begun = false;

  const begin = () => {
    if (begun) return;
    begun = true;
    for (const src of dataset.scripts.split(' ')) {
      document.head.append(Object.assign(document.createElement('script'), { src, async: false }));
    }
  };

  /** The shell tells when it begins to listen itself, and when the page is there. */
  const keepPress = () => {
    let pressed;
    const note = ({ target }) => {
      pressed = target.closest('#root button, #root input');
    };
    document.addEventListener('click', note, true);
    const pressAgain = () => {
      const again = pressed;
      pressed = undefined;
      if (!again?.isConnected) return;
      // A choice that is made already would not be news.
      if (again.checked) again.checked = false;
      again.click();
    };
    const begin = () => {
      document.removeEventListener('click', note, true);
      // A press has the page taken over at once where it lies; a choice is heard only after.
      if (pressed?.matches('button')) pressAgain();
    };
    document.addEventListener('attune:begin', begin, { once: true });
    document.addEventListener('attune:there', pressAgain, { once: true });
  };

  const isDrawn = document.querySelector('#root > *') !== null;
  if (isDrawn) keepPress();
  // Then there is no frame to wait for.
  if (!isDrawn || document.visibilityState === 'hidden') return begin();
  document.addEventListener('visibilitychange', begin, { once: true });
  setTimeout(begin, PATIENCE_MS);
  if (globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
    new PerformanceObserver((seen, observer) => {
      if (seen.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      begin();
    }).observe({ type: 'paint', buffered: true });
  } else {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)));
  }
})();
