import { candidatesIn } from './codes-given-away.service';

it('a code is found among as many marks as somebody types around it, as quickly as in any other text', () => {
  const marks = '\u0344'.repeat(35_000) + '\u0f73'.repeat(65_000);
  expect(candidatesIn([`${marks} 123 456 ${marks}`]).codes).toEqual(['123456']);
});

it('among thousands of digits no more is looked for than can be looked up', () => {
  const { codes } = candidatesIn(['٩'.repeat(100_000), Array.from({ length: 20_000 }, (_, at) => `${at} `).join('')]);
  expect([codes[0], codes.length]).toEqual(['999999', 50]);
});
