import { generateSync } from 'otplib';
import * as supertest from 'supertest';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { Agent, openBrowser, post, signInWithGoogle } from './browser';
import { GoogleStandIn } from './google-stand-in';
import { TestApp } from './test-app';

const PASSWORD = 'a password of an administrator';
let made = 0;

/** Somebody with a second factor to be: how they sign in, and where their calls are. */
export interface Kind {
  kind: 'user' | 'admin';
  /** Where the second factor's calls are. */
  base: string;
  /** A call that needs a whole session. */
  closed: string;
  /** A new account. @returns the name it signs in with */
  make(test: TestApp): Promise<string>;
  /** The first factor. */
  signIn(agent: Agent, name: string): Promise<supertest.Response>;
}

export const therapist = (google: () => GoogleStandIn): Kind => ({
  kind: 'user',
  base: '/api/auth/second-factor',
  closed: '/api/therapist/services',
  make: () => Promise.resolve(`second-factor-${(made += 1)}@example.org`),
  signIn: (agent, email) => signInWithGoogle(google(), agent, email),
});

export const administrator: Kind = {
  kind: 'admin',
  base: '/api/admin/second-factor',
  closed: '/api/admin/sessions',
  make: async (test) => {
    const username = `second-factor-${(made += 1)}`;
    await test.app.get(AdministratorService).create(username, PASSWORD);
    return username;
  },
  signIn: (agent, username) => post(agent, '/api/admin/login', { username, password: PASSWORD }),
};

/** The code that the app shows next: a step later each time, for a step is accepted once. */
export function nextCode(test: TestApp, secret: string): string {
  test.clock.advance(30_000);
  return generateSync({ secret, epoch: Math.floor(test.clock.now().getTime() / 1000) });
}

export interface Enrolled {
  name: string;
  agent: Agent;
  secret: string;
  recoveryCodes: string[];
}

/** A new account that has turned its second factor on. */
export async function enrol(test: TestApp, who: Kind): Promise<Enrolled> {
  const name = await who.make(test);
  const agent = openBrowser(test);
  expect((await who.signIn(agent, name)).status).toBe(200);
  const offer = await post(agent, `${who.base}/setup`);
  const secret = offer.body.secret as string;
  const confirmed = await post(agent, `${who.base}/confirm`, { code: nextCode(test, secret) });
  expect(confirmed.status).toBe(200);
  return { name, agent, secret, recoveryCodes: confirmed.body.recovery_codes as string[] };
}

/** A browser that has given the first factor. */
export async function arrived(test: TestApp, who: Kind, name: string): Promise<Agent> {
  const agent = openBrowser(test);
  const answer = await who.signIn(agent, name);
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 202, body: { status: 'second_factor_required' } });
  return agent;
}
