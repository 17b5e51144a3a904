import { isOwnPath } from './own-path';

describe('redirect after sign-in', () => {
  it.each(['/', '/dashboard', '/dashboard?tab=bookings', '/profile'])('accepts %s', (path) => {
    expect(isOwnPath(path)).toBe(true);
  });

  it.each(['', 'dashboard', '//evil.example', '/\\evil.example', 'https://evil.example', '/a\\b', 'javascript:alert(1)', '/x\n', '/\t/evil', '/dashboard#session_id=1', '/..//evil.example', '/a/..//x', '/%2e%2e//x'])(
    'refuses %j',
    (path) => {
      expect(isOwnPath(path)).toBe(false);
    },
  );
});
