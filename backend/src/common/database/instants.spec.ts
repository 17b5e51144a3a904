import * as fc from 'fast-check';
import { types } from 'pg';
import { isoOf } from './instants';

const asDate = types.getTypeParser(types.builtins.TIMESTAMPTZ) as unknown as (text: string) => Date;

it.each([
  ['2026-11-27 14:30:00+00', '2026-11-27T14:30:00.000Z'],
  ['2026-11-27 14:30:00.5+00', '2026-11-27T14:30:00.500Z'],
  ['2026-11-27 14:30:00.123456+00', '2026-11-27T14:30:00.123Z'],
  ['2026-11-27 20:00:00+05:30', '2026-11-27T14:30:00.000Z'],
  ['2026-11-27 10:30:00.25-04', '2026-11-27T14:30:00.250Z'],
  ['0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ['12026-01-02 03:04:05+00', '+012026-01-02T03:04:05.000Z'],
])('%s is told as %s, as the Date of it would be', (text, told) => {
  expect(isoOf(text)).toBe(told);
  expect(isoOf(text)).toBe(asDate(text).toISOString());
});

it('is the text of the Date for any microsecond', () => {
  const moment = fc.record({ at: fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }), micros: fc.integer({ min: 0, max: 999_999 }) });
  fc.assert(
    fc.property(moment, ({ at, micros }) => {
      const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0')}`.replace(/0{1,6}$/, '');
      const text = `${at.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`;
      expect(isoOf(text)).toBe(asDate(text).toISOString());
    }),
  );
});

it('tells no infinity', () => {
  expect(() => isoOf('infinity')).toThrow(RangeError);
});
