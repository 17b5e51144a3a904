// A page's scripts begin once its first frame is shown: before it they would keep it back, as what they draw comes later anyway.
(() => {
  const begin = () => {
    for (const { href } of document.querySelectorAll('link[data-after-first-frame]')) {
      document.head.append(Object.assign(document.createElement('script'), { src: href, async: false }));
    }
  };
  // What nobody looks at has no frames.
  if (document.visibilityState === 'hidden') begin();
  else requestAnimationFrame(() => setTimeout(begin));
})();
