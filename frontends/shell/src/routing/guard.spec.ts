import type { SessionUser } from '@attune/shared-ui/runtime';
import { guard } from './guard';

const user = (user_type: SessionUser['user_type']): SessionUser => ({ id: 'u', email: 'a@example.org', name: 'A', picture: null, user_type });
const loading = { status: 'loading', user: null, ended: null } as const;
const nobody = { status: 'ready', user: null, ended: null } as const;
const therapist = { status: 'ready', user: user('therapist'), ended: null } as const;
const client = { status: 'ready', user: user('client'), ended: null } as const;

test.each(['therapist', 'client', 'guest-landing'] as const)('%s: a spinner shows while the session loads', (access) => {
  expect(guard(access, loading)).toEqual({ show: 'spinner' });
});

test.each(['public', 'sign-in', 'admin'] as const)('%s: shown to everyone, at once', (access) => {
  for (const session of [loading, nobody, therapist, client]) expect(guard(access, session)).toEqual({ show: 'page' });
});

test.each(['therapist', 'client'] as const)('%s: without a user to the landing page', (access) => {
  expect(guard(access, nobody)).toEqual({ redirect: '/' });
});

test('the right person sees the page, the wrong one goes to their own dashboard', () => {
  expect(guard('therapist', therapist)).toEqual({ show: 'page' });
  expect(guard('client', client)).toEqual({ show: 'page' });
  expect(guard('therapist', client)).toEqual({ redirect: '/client/dashboard' });
  expect(guard('client', therapist)).toEqual({ redirect: '/dashboard' });
});

test('the landing page is for guests; others go to their own dashboard', () => {
  expect(guard('guest-landing', nobody)).toEqual({ show: 'page' });
  expect(guard('guest-landing', therapist)).toEqual({ redirect: '/dashboard' });
  expect(guard('guest-landing', client)).toEqual({ redirect: '/client/dashboard' });
});

test('after a session that ran out, the guard leads to that role’s sign-in; after a logout to the landing page', () => {
  const ended = (cause: 'expired' | 'logout', userType: SessionUser['user_type']) => ({ ...nobody, ended: { cause, userType, at: 0 } });
  expect(guard('client', ended('expired', 'client'))).toEqual({ redirect: '/client/login' });
  expect(guard('therapist', ended('expired', 'therapist'))).toEqual({ redirect: '/' });
  expect(guard('client', ended('logout', 'client'))).toEqual({ redirect: '/' });
});
