import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = readFileSync(join(__dirname, 'first-frame.js'), 'utf8');

type Observed = (seen: { getEntriesByName: (name: string) => unknown[] }, observer: { disconnect: () => void }) => void;

/** The frames that the page has shown so far are told by `paint`. */
function open(drawn: string): { paint: (name: string) => void; begun: () => string[] } {
  document.head.innerHTML = '';
  document.body.innerHTML = `<div id="root">${drawn}</div>`;
  const starter = document.createElement('script');
  starter.dataset['scripts'] = '/shell/one.js /shell/two.js';
  jest.spyOn(document, 'currentScript', 'get').mockReturnValue(starter);
  let tell: Observed = () => undefined;
  class Paints {
    static supportedEntryTypes = ['paint'];
    observe = () => undefined;
    disconnect = () => undefined;
    constructor(told: Observed) {
      tell = told;
    }
  }
  Object.assign(globalThis, { PerformanceObserver: Paints });
  new Function(SOURCE)();
  return {
    paint: (name) => tell({ getEntriesByName: (wanted) => (wanted === name ? [{}] : []) }, { disconnect: () => undefined }),
    begun: () => [...document.head.querySelectorAll('script')].map(({ src }) => new URL(src).pathname),
  };
}

const tell = (name: string) => document.dispatchEvent(new Event(name));
const ALL = ['/shell/one.js', '/shell/two.js'];

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  // Nothing listens in the next test's page.
  tell('attune:begin');
  tell('attune:there');
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('begins the scripts once, in their order, when what the server drew is in sight', () => {
  const page = open('<main>Amara</main>');
  page.paint('first-paint');
  expect(page.begun()).toEqual([]);
  page.paint('first-contentful-paint');
  expect(page.begun()).toEqual(ALL);
  page.paint('first-contentful-paint');
  jest.runAllTimers();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(page.begun()).toEqual(ALL);
});

it('waits for no frame where nothing is drawn, or nobody looks', () => {
  expect(open('').begun()).toEqual(ALL);
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  expect(open('<main>Amara</main>').begun()).toEqual(ALL);
});

it('begins without a frame when the tab is left, or none comes', () => {
  const left = open('<main>Amara</main>');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(left.begun()).toEqual(ALL);
  const still = open('<main>Amara</main>');
  expect(still.begun()).toEqual([]);
  jest.runAllTimers();
  expect(still.begun()).toEqual(ALL);
});

describe('what is pressed before the page can answer', () => {
  const press = jest.fn();
  const element = (selector: string) => document.querySelector<HTMLInputElement>(selector) as HTMLInputElement;
  beforeEach(() => press.mockReset());

  it('is pressed again when it can, and once', () => {
    open('<button>Book Now</button>');
    element('button').click();
    element('button').addEventListener('click', press);
    tell('attune:begin');
    tell('attune:there');
    tell('attune:there');
    expect(press).toHaveBeenCalledTimes(1);
  });

  it('is not, where the page has heard it itself', () => {
    open('<button>Book Now</button>');
    tell('attune:begin');
    element('button').addEventListener('click', press);
    element('button').click();
    tell('attune:there');
    expect(press).toHaveBeenCalledTimes(1);
  });

  it('is news, where it was a choice', () => {
    open('<label><input type="radio" name="service"></label>');
    element('label').click();
    element('input').addEventListener('change', press);
    tell('attune:begin');
    tell('attune:there');
    expect(press).toHaveBeenCalledTimes(1);
    expect(element('input').checked).toBe(true);
  });
});
