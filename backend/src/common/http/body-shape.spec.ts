import fc from 'fast-check';
import { checkShape, checkText } from './body-shape';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const passes = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

it('text that has more signs than any request needs is refused before anything is made of it', () => {
  const shapes = `[${Array.from({ length: 400 }, (_, n) => `{"a${n}":0,"b${n}":0}`).join()}]`;
  expect(() => checkText(Buffer.from(shapes))).toThrow('more fields or list entries');
  expect(() => checkText(Buffer.from('['.repeat(30)))).toThrow('nested too deeply');
  expect(() => checkText(bytesOf({ note: '{[,"\\'.repeat(2_000) }))).not.toThrow();
});

it('whatever is taken once it is read is taken unread', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 30 }), (value, values) => {
      if (passes(() => checkShape(value, values))) checkText(bytesOf(value), values);
    }),
  );
});
