import { createContext, runInContext } from 'node:vm';
import { PageSnapshot, snapshotScript } from './page-snapshot';

const look = (page: string): PageSnapshot => {
  const context = createContext({});
  runInContext(`var document = { title: 'Meet', body: { innerText: 'Two are here' }, querySelectorAll: () => [1, 2], querySelector: () => null }; var attuneCapture = { tracks: () => 1 }; ${page}`, context);
  return runInContext(snapshotScript({ nameField: 'input', people: 'li' }), context) as PageSnapshot;
};

it('tells what a page shows', () => {
  expect({ ...look('') }).toEqual({ title: 'Meet', text: 'Two are here', people: 2, asksName: false, audioTracks: 1 });
});

it.each([
  `document.title = 'T'.repeat(1e6)`,
  `document.body.innerText = 'T'.repeat(1e6); String.prototype.slice = String.prototype.replace = function () { return this; }`,
  `const long = 'T'.repeat(1e6); document.body.innerText = { slice: () => long, replace: () => long, toString: () => long }`,
  `document.querySelectorAll = () => ({ length: 'T'.repeat(1e6) }); Number = String = (any) => any`,
  `document.querySelectorAll = () => ({ length: { toString: () => '1' + '0'.repeat(1e6) } })`,
  `attuneCapture.tracks = () => 'T'.repeat(1e6)`,
])('hands over no more than fits of a page that says more: %s', (page) => {
  const seen = look(page);
  expect(JSON.stringify(seen).length).toBeLessThan(21_000);
  expect([typeof seen.people, typeof seen.audioTracks, typeof seen.title, typeof seen.text]).toEqual(['number', 'number', 'string', 'string']);
});
