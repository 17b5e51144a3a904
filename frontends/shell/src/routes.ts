/**
 * The one route table: every address of the product, who may open it, and which remote's page answers. It holds data only,
 * because the build writes it to `route-manifest.json` for the page server. Most specific first; `/:slug` takes the rest.
 */
export type Access =
  /** Everyone. */
  | 'public'
  /** Everyone who is not signed in; others go to their own dashboard. */
  | 'guest-landing'
  /** Everyone, but not before the browser's last session of this kind has ended. */
  | 'sign-in'
  | 'therapist'
  | 'client'
  /** Guarded by the remote itself, through the administrator's own session. */
  | 'admin';

export interface RemoteRoute {
  path: string;
  access: Access;
  remote: 'public_booking' | 'therapist' | 'client_portal' | 'admin';
  /** The page's name in the remote's `pages.ts`. */
  page: string;
}

/** A page of the shell itself, kept out of production. */
export interface ShellRoute {
  path: string;
  access: 'public';
  remote: null;
  page: 'showcase';
}

export type AppRoute = RemoteRoute | ShellRoute;

export const routes: AppRoute[] = [
  { path: '/', access: 'guest-landing', remote: 'public_booking', page: 'landing' },
  { path: '/pricing', access: 'public', remote: 'public_booking', page: 'pricing' },
  { path: '/manage', access: 'public', remote: 'public_booking', page: 'manage' },
  { path: '/forms', access: 'public', remote: 'public_booking', page: 'forms' },
  { path: '/consent', access: 'public', remote: 'public_booking', page: 'consent' },
  { path: '/waiting', access: 'public', remote: 'public_booking', page: 'waiting' },
  { path: '/reminders', access: 'public', remote: 'public_booking', page: 'reminders' },
  { path: '/book/:therapistId', access: 'public', remote: 'public_booking', page: 'therapist-by-id' },
  { path: '/client/login', access: 'sign-in', remote: 'client_portal', page: 'login' },
  { path: '/client/dashboard', access: 'client', remote: 'client_portal', page: 'dashboard' },
  { path: '/client/account', access: 'client', remote: 'client_portal', page: 'account' },
  { path: '/admin/login', access: 'sign-in', remote: 'admin', page: 'login' },
  { path: '/admin/dashboard', access: 'admin', remote: 'admin', page: 'dashboard' },
  { path: '/admin/account', access: 'admin', remote: 'admin', page: 'account' },
  { path: '/admin/emergency/:grantId', access: 'admin', remote: 'admin', page: 'emergency' },
  { path: '/dashboard', access: 'therapist', remote: 'therapist', page: 'dashboard' },
  { path: '/profile', access: 'therapist', remote: 'therapist', page: 'profile' },
  { path: '/clients/:id', access: 'therapist', remote: 'therapist', page: 'client' },
  { path: '/intake-forms', access: 'therapist', remote: 'therapist', page: 'intake-forms' },
  { path: '/intake-forms/sent', access: 'therapist', remote: 'therapist', page: 'sent-forms' },
  { path: '/intake-forms/answers/:id', access: 'therapist', remote: 'therapist', page: 'answers' },
  { path: '/ui', access: 'public', remote: null, page: 'showcase' },
  { path: '/t/:slug', access: 'public', remote: 'public_booking', page: 'therapist-by-slug' },
  { path: '/:slug', access: 'public', remote: 'public_booking', page: 'therapist-by-slug' },
];
