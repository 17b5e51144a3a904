import { placeIn } from './cited-place';

it.each([
  ['She slept. She left.', { quote: 'She left.', start: 11, end: 20 }, { start: 11, end: 20 }],
  ['Today. She slept. She left.', { quote: 'She left.', start: 11, end: 20 }, { start: 18, end: 27 }],
  ['She stayed.', { quote: 'She left.', start: 11, end: 20 }, null],
])('%s', (text, citation, place) => {
  expect(placeIn(text, citation)).toEqual(place);
});
