// Begins the page's scripts once the first frame of what the server drew is in sight: run earlier, they would only keep it back.
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

  const isDrawn = document.querySelector('#root > *') !== null;
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
