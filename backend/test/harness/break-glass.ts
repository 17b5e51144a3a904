import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { SecondFactorRepository } from '../../src/modules/auth/second-factor/second-factor.repository';
import { newTotpSecret } from '../../src/modules/auth/second-factor/totp';
import { nextCode } from './second-factor-accounts';
import { SignedInAdmin, signInAdmin } from './signed-in-admin';
import { TestApp } from './test-app';

/** An administrator with two-step sign-in, who can open records. */
export interface EmergencyAdmin extends SignedInAdmin {
  recoveryCodes: string[];
  /** The password, and the code that the app shows next; the clock moves on for it. */
  proof(): { password: string; code: string };
}

/** Signs an administrator in and turns two-step sign-in on, without another session. */
export async function signInEmergencyAdmin(test: TestApp, username?: string): Promise<EmergencyAdmin> {
  const admin = await signInAdmin(test, username);
  const account = { kind: 'admin', id: admin.id } as const;
  const secret = newTotpSecret();
  const factors = test.app.get(SecondFactorRepository);
  await factors.keepDraft(account, secret);
  const recoveryCodes = await test.app.get(Works).begin(SYSTEM_ACTOR, async ({ tx }) => {
    await factors.confirmFactor(account, 0, tx);
    return factors.issueRecoveryCodes(account, tx);
  });
  return { ...admin, recoveryCodes, proof: () => ({ password: admin.password, code: nextCode(test, secret) }) };
}

/** Ends every open access, and forgets how many clients were looked for. */
export async function endGrants(test: TestApp): Promise<void> {
  await test.database.query('update break_glass_grants set ended_at = now() where ended_at is null');
  await test.database.query(`delete from limit_hits where scope = 'break-glass-lookup'`);
}
