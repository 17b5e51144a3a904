import { deadlinesFrom } from './deadlines';

const session = { idle_expires_at: '2030-01-01T00:30:00Z', absolute_expires_at: '2030-01-01T12:00:00Z' };
const answerAt = (date?: string) => new Response('', { headers: date === undefined ? {} : { Date: date } });

afterEach(() => jest.useRealTimers());

test('a device whose clock is fast or slow gets the same time as any other', () => {
  for (const deviceTime of ['2030-01-01T00:00:00Z', '2030-01-01T03:00:00Z', '2029-12-31T23:00:00Z']) {
    jest.useFakeTimers({ now: Date.parse(deviceTime) });
    const { idle, absolute } = deadlinesFrom(session, answerAt('Tue, 01 Jan 2030 00:00:00 GMT'));
    expect([idle - Date.now(), absolute - Date.now()]).toEqual([30 * 60_000, 12 * 3_600_000]);
  }
});

test.each([undefined, 'nonsense'])('without the server’s time (%s) the device’s clock is believed', (date) => {
  expect(deadlinesFrom(session, answerAt(date))).toEqual({ idle: Date.parse(session.idle_expires_at), absolute: Date.parse(session.absolute_expires_at) });
});
