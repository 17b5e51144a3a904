import { Canary, Letter, World } from './world';

export const ACTORS = ['visitor', 'unverified', 'client a', 'client b', 'therapist a', 'therapist b', 'administrator'] as const;
export type ActorName = (typeof ACTORS)[number];
export type Role = 'visitor' | 'unverified' | 'client' | 'therapist' | 'administrator';

/** Whose object a request is about, as seen by who asks. A visitor owns nothing: for them "own" is a's. */
export const WHOSE = ['own', 'foreign', 'absent'] as const;
export type Whose = (typeof WHOSE)[number];

/** The status that a role gets: one for a route without an object, else one for each owner of the object. */
export type Cell = number | Record<Whose, number>;

/** One question to one route. */
export interface Question {
  world: World;
  actor: ActorName;
  role: Role;
  /** Undefined on a route without an object. */
  whose: Whose | undefined;
  /** Whose object it is: that of client and therapist a, or b. */
  letter: Letter;
  /** True when the answer should be a success, so that what it uses up should be made for it. */
  succeeds: boolean;
}

export interface Sent {
  /** For `:id` and its like in the path, in their order. */
  parameter?: string | string[];
  query?: Record<string, string>;
  body?: object;
}

/** One route of the product: what is sent to it, and what each role gets. */
export interface Row extends Record<Role, Cell> {
  route: string;
  send?: (question: Question) => Sent | Promise<Sent>;
  /** What a success may show beside what belongs to who asks. */
  shows?: (canary: Canary, question: Question) => boolean;
}

export function roleOf(actor: ActorName): Role {
  if (actor === 'client a' || actor === 'client b') return 'client';
  return actor === 'therapist a' || actor === 'therapist b' ? 'therapist' : actor;
}

/** On a route with an object: everybody who is turned away is turned away whatever they ask for. */
export const each = (own: number, foreign: number, absent: number): Record<Whose, number> => ({ own, foreign, absent });

/** Who opened a record is named to those whose record it is. */
export const namedInAnOpening = ({ owner, kind }: Canary): boolean => owner.endsWith('administrator') && kind === 'name';

/** A record of who asks that is open: there is an entry in the list of such. */
export async function openedRecord({ world, letter, succeeds }: Question): Promise<Sent> {
  if (succeeds) await world.newGrant(world.administrator, letter);
  return {};
}

/** Not signed in with the cookie that counts here, or signed in as something else. */
const CLOSED = { visitor: 401, unverified: 401, client: 401, therapist: 401, administrator: 401 };
export const THERAPISTS_ONLY = { ...CLOSED, unverified: 403, client: 403 };
export const CLIENTS_ONLY = { ...CLOSED, unverified: 403, therapist: 403 };
export const ADMINISTRATORS_ONLY = CLOSED;
/** Therapists and clients. */
export const USERS_ONLY = { ...CLOSED, unverified: 403 };
export const everybody = (cell: Cell): Record<Role, Cell> => ({ visitor: cell, unverified: cell, client: cell, therapist: cell, administrator: cell });
