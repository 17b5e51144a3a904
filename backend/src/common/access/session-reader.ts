import type { Request } from 'express';
import { CurrentUserData, Role } from './actor';

/** Port: finds the live session of a request. The auth module fills it, so that this folder knows no domain. */
export abstract class SessionReader {
  /**
   * @param roles the roles the route allows; says which of the two session cookies counts
   * @returns the signed-in person, or undefined when nobody is
   */
  abstract read(request: Request, roles: readonly Role[]): Promise<CurrentUserData | undefined>;

  /** @returns who signed in with the first factor and still owes the second one, or undefined when nobody does */
  abstract readPending(request: Request, roles: readonly Role[]): Promise<CurrentUserData | undefined>;
}
