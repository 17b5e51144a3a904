import { placeClearOf } from './toast-place';

const box = (top: number, left: number, height = 40, width = 300) => ({ top, left, bottom: top + height, right: left + width });
const desktop = { width: 1280, height: 800 };
const phone = { width: 320, height: 568 };

test.each([
  ['nothing is spoken of', [], desktop, 'top-right'],
  ['a field in the middle', [box(400, 900)], desktop, 'top-right'],
  ['a field at the top, beside it', [box(40, 100)], desktop, 'top-right'],
  ['a field at the top, under it', [box(40, 900)], desktop, 'bottom-right'],
  ['a field at the top of a phone', [box(40, 10)], phone, 'bottom-right'],
  ['fields at both ends of a phone', [box(40, 10), box(520, 10)], phone, 'top-right'],
] as const)('%s: a toast covers it nowhere it can be helped', (_what, boxes, page, place) => {
  expect(placeClearOf(boxes, page)).toBe(place);
});
