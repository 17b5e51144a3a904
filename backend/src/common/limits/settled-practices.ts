const SETTLED_MS = 30 * 86_400_000;

/**
 * SQL: anybody can make accounts of therapists; a practice has a client who has proved an address, and said by a deed of their own that they go there,
 * or was taken in by whoever runs the installation.
 * @param therapist column, or $n, of the therapist's id
 */
export function isPractice(therapist: string): string {
  return `exists (select from practices_with_clients w where w.therapist_id = ${therapist})`;
}

/**
 * SQL: such a practice that has been here for long. Anybody has a mailbox or two with which to be the client of accounts of their own: what is shared by all is not used up in a
 * day by those who came last.
 * @param therapist as for {@link isPractice}
 * @param since $n, of what {@link settledSince} says
 */
export function isSettled(therapist: string, since: string): string {
  return `exists (select from practices_with_clients w where w.therapist_id = ${therapist} and w.created_at < ${since}::timestamptz)`;
}

/** SQL, as `since` of {@link isSettled}, where the database's own clock will do. */
export const SETTLED_BY_NOW = `(now() - interval '${SETTLED_MS / 86_400_000} days')`;

/** Whoever came before is here for long. */
export function settledSince(now: Date): Date {
  return new Date(now.getTime() - SETTLED_MS);
}
