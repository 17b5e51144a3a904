import { Practice1700000000000 } from './1700000000000-practice';

/** In order; a migration that has run is never changed. */
export const migrations = [Practice1700000000000];
