import { CURRENT_TEXTS, textHash, textsOf } from './consent-texts';

it('a text that was shown once stays as it was: who changes it makes a new version', () => {
  expect(textHash(textsOf('2026-11')).toString('hex')).toMatchInlineSnapshot(`"f97b9b9980156de5553131e70d1009cc31bf4fe4bba20086160ee7e520022618"`);
});

it('each party’s words have a hash of their own, and a version that never was has none', () => {
  const hashes = [textHash(CURRENT_TEXTS), textHash(CURRENT_TEXTS, 'therapist'), textHash(CURRENT_TEXTS, 'client')];
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(3);
  expect(() => textsOf('1999-01')).toThrow();
});
