import { arrivalFrom } from './departure';

test('a departure is read back from the history', () => {
  expect(arrivalFrom({ left: 'expired', from: '/admin/dashboard?tab=activity' })).toEqual({ left: 'expired', from: '/admin/dashboard?tab=activity' });
});

test.each([null, 'text', {}, { left: 'elsewhere' }, { from: '//evil.example' }, { from: 'https://evil.example/admin/' }, { from: '/admin/login' }, { from: '/dashboard' }])(
  'what is no departure of this area counts as none: %j',
  (state) => {
    expect(arrivalFrom(state)).toEqual({});
  },
);
