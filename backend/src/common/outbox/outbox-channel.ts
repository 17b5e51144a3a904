/** The Postgres channel on which a commit tells the relay that there is something to do. */
export const OUTBOX_CHANNEL = 'outbox';
