import { beginningOf } from './beginning';

it('shows a short text whole, and of a longer one the beginning, by characters', () => {
  expect(beginningOf('😀'.repeat(900))).toEqual({ text: '😀'.repeat(900), is_whole: true });
  expect(beginningOf('😀'.repeat(901))).toEqual({ text: `${'😀'.repeat(700)}…`, is_whole: false });
  expect(beginningOf(`${'a'.repeat(600)}${' '.repeat(5_000)}b`)).toEqual({ text: `${'a'.repeat(600)}…`, is_whole: false });
  expect(beginningOf('')).toEqual({ text: '', is_whole: true });
});
