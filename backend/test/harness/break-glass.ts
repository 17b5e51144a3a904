import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { BreakGlassRepository } from '../../src/modules/admin/break-glass/break-glass.repository';
import { AdministratorRepository } from '../../src/modules/auth/administrators/administrator.repository';
import { SecondFactorRepository } from '../../src/modules/auth/second-factor/second-factor.repository';
import { newTotpSecret } from '../../src/modules/auth/second-factor/totp';
import { nextCode } from './second-factor-accounts';
import { markRows, sealInto } from './sealed-values';
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
    const draft = await factors.lockFactor(account, tx);
    if (!draft || draft === 'foreign') throw new Error('nothing was offered');
    await test.app.get(AdministratorRepository).setSecondFactor(admin.id, true, tx);
    return factors.confirmFactor(account, draft, 0, tx);
  });
  return { ...admin, recoveryCodes, proof: () => ({ password: admin.password, code: nextCode(test, secret) }) };
}

/** Ends every open access, and forgets how many clients were looked for. */
export async function endGrants(test: TestApp): Promise<void> {
  const open = await test.database.query<{ id: string; admin_id: string }>('select id, admin_id from break_glass_grants where ended_at is null');
  const repository = test.app.get(BreakGlassRepository);
  await test.app.get(Works).begin(SYSTEM_ACTOR, async ({ tx, now }) => {
    for (const { id, admin_id } of open) await repository.endGrant(admin_id, id, now(), tx);
  });
  await test.database.query(`delete from limit_hits where scope = 'break-glass-lookup'`);
}

export interface WrittenNote {
  clientId?: string;
  bookingId?: string;
  title: string;
  content: string;
}

/** A session note as a therapist's own, of a client, of an appointment or of neither. */
export async function writeNote(test: TestApp, therapistId: string, note: WrittenNote): Promise<void> {
  const id = newId();
  await test.database.query(
    `insert into session_notes (id, therapist_id, client_id, booking_id, title, content, created_at, updated_at) values ($1, $2, $3, $4, '', '', clock_timestamp(), clock_timestamp())`,
    [id, therapistId, note.clientId ?? null, note.bookingId ?? null],
  );
  await sealInto(test.database, test.app.get(ColumnCipher), 'session_notes', id, { title: note.title, content: note.content });
  await markRows(test, 'session_notes', 'id = $1', [id]);
}

export async function writePlan(test: TestApp, therapistId: string, client: string): Promise<void> {
  const id = newId();
  await test.database.query(
    `insert into care_plans (id, therapist_id, client_id, title, description, recommended_actions, follow_up_date, created_at, updated_at)
     values ($1, $2, $3, '', '', '', '2026-12-01', now(), now())`,
    [id, therapistId, client],
  );
  await sealInto(test.database, test.app.get(ColumnCipher), 'care_plans', id, { title: 'Sleep', description: 'Sleep better', recommended_actions: '["Walk","Write"]' });
  await markRows(test, 'care_plans', 'id = $1', [id]);
}
