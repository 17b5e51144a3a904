import { DomainError } from '../../../common/errors/domain-error';
import { CheckedHours } from './checked-hours';

const REST = { buffer_before_minutes: 0, buffer_after_minutes: 0, minimum_notice_hours: 0, horizon_days: 60, cancellation_notice_hours: 24 };
const day = (n: number): string => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10);

let looks = 0;

/** A year of days with six windows each, which count how often somebody looks at them. */
function year(window: object): object {
  const counted = (): object =>
    new Proxy(window, {
      get: (target, name) => {
        looks += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
  const windows = (): object[] => Array.from({ length: 6 }, counted);
  return {
    ...REST,
    weekly: Array.from({ length: 7 }, (_, weekday) => ({ weekday, windows: windows() })),
    overrides: Array.from({ length: 366 }, (_, n) => ({ date: day(n), windows: windows() })),
  };
}

beforeEach(() => (looks = 0));

it('a year of windows is looked at once', () => {
  const sent = year({ first_start: '09:00', last_start: '17:30', every_minutes: 30 });
  expect(new CheckedHours().transform(sent)).toBe(sent);
  expect(looks).toBe(3 * 6 * (7 + 366));
});

it.each([
  ['unknown fields', { a: 1, b: 2, c: 3 }],
  ['wrong ones', { first_start: '9', last_start: {}, every_minutes: 'x' }],
])('what is wrong in a year of windows is looked for until 20 problems are found: %s', (_, window) => {
  const refusal = (): unknown => {
    try {
      return new CheckedHours().transform(year(window));
    } catch (error) {
      return error;
    }
  };
  const error = refusal() as DomainError;
  expect(error).toBeInstanceOf(DomainError);
  expect(error.errors).toHaveLength(20);
  expect(error.errors?.[0]?.field).toMatch(/^weekly\.0\.windows\.0\.(a|first_start)$/);
  expect(looks).toBeLessThan(30);
});
