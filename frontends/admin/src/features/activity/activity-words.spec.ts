import { actionIcon, actionLabel, detailName, detailText } from './activity-words';

test('every action of the catalogue has its own icon, all others the neutral one', () => {
  const known = ['login', 'logout', 'create_note', 'book_session', 'admin_login_success', 'admin_login_failed'].map(actionIcon);
  expect(new Set(known).size).toBe(6);
  expect(known).not.toContain('info');
  expect(['update_profile', '', 'constructor', '__proto__'].map(actionIcon)).toEqual(['info', 'info', 'info', 'info']);
});

test('an action is written in upper case, without underscores', () => {
  expect(actionLabel('admin_login_success')).toBe('ADMIN LOGIN SUCCESS');
  expect(actionLabel('second_factor_enabled')).toBe('TWO-STEP SIGN-IN ENABLED');
});

test('details are words, whatever they hold', () => {
  expect(detailName('service_id')).toBe('Service id');
  expect([['a', 'b'], true, 3, null, { x: 1 }].map(detailText)).toEqual(['a, b', 'yes', '3', 'none', '{"x":1}']);
});
