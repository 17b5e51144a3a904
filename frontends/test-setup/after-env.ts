import { configure } from '@testing-library/react';

// A busy machine may take seconds for what usually takes milliseconds; nothing here measures time.
configure({ asyncUtilTimeout: 15_000 });

// jsdom draws nothing, so there is nothing to observe or to scroll.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
performance.getEntriesByType ??= () => [];
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;

// Tests read dates as a British browser writes them, unless they say otherwise.
Object.defineProperty(Object.getPrototypeOf(navigator), 'language', { get: () => 'en-GB', configurable: true });

// Every test opens a tab of its own: what was typed in the one before is not in it.
afterEach(() => sessionStorage.clear());
