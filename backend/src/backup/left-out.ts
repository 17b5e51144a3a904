/**
 * Tables whose rows are in no backup. They open doors for a short while, or say what goes on just now: after a restore nothing of it may be
 * true again. Everybody signs in anew, with the second step where there is one.
 */
export const LEFT_OUT: readonly string[] = [
  // Signed in, and browsers that are trusted.
  'sessions',
  'trusted_browsers',
  // On the way in: codes, links, and what was begun at Google.
  'sign_in_codes',
  'sign_in_flows',
  'calendar_flows',
  'intake_codes',
  'intake_browsers',
  // Times that are kept until a code is given.
  'booking_holds',
  // Of the processes that ran then.
  'limit_hits',
  'part_failures',
  'worker_heartbeats',
];

/** Written by the migrations themselves. */
export const MIGRATIONS_TABLE = 'migrations';
