import { addAppointment, NotePractice, openNotePractice } from './session-notes';
import { signInClient, SignedInClient } from './signed-in-client';
import { TestApp } from './test-app';

export const PLANS = '/api/therapist/care-plans';
export const OWN_PLANS = '/api/client/care-plans';

export interface Plan {
  id: string;
  client_id: string;
  note_id: string | null;
  title: string;
  description: string;
  actions: { id: string; text: string; done_at: string | null }[];
  goals: { id: string; text: string; progress: number }[];
  follow_up_date: string | null;
  status: string;
  version: number;
}

/** A therapist with a client who is signed in and has proved their address. */
export interface PlanPractice extends NotePractice {
  client: SignedInClient;
}

export async function openPlanPractice(test: TestApp): Promise<PlanPractice> {
  const { therapist } = await openNotePractice(test);
  const client = await signInClient(test);
  const { bookingId } = await addAppointment(test, therapist.id);
  await test.database.query(`update bookings set client_id = $2, client_name = 'Kim' where id = $1`, [bookingId, client.id]);
  await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2) on conflict do nothing', [therapist.id, client.id]);
  return { therapist, bookingId, clientId: client.id, client };
}

export async function writePlan({ therapist, clientId }: Pick<PlanPractice, 'therapist' | 'clientId'>, body: object = {}): Promise<Plan> {
  return (await therapist.post(PLANS, { client_id: clientId, title: 'Evenings', ...body }).expect(201)).body as Plan;
}

export async function publishPlan(practice: Pick<PlanPractice, 'therapist' | 'clientId'>, body: object = {}): Promise<Plan> {
  const { id } = await writePlan(practice, body);
  return (await practice.therapist.post(`${PLANS}/${id}/publish`, {}).expect(200)).body as Plan;
}
