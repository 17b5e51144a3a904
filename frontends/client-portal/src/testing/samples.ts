import type { OwnConsent } from '@attune/shared-ui/recording-consent';
import { addDays, today } from '@attune/shared-ui/format';
import { type Answer, problem, sampleId } from '@attune/shared-ui/testing/fake-api';
import type { Account, Appointment, CarePlan, Dashboard, OwnForm, SessionNote } from '../wire';

export const ZONE = 'America/New_York';
export const ADDRESS = 'nadia@example.org';
export const POLICY = 'You can cancel or move this appointment until 24 hours before it begins.';

/** Whoever does this has to prove first who they are. */
export const proofAsked = () => problem(403, 'Please confirm with a fresh code that it is you.', [{ field: 'proof', message: 'Please confirm.' }]);

export const codeSent = (): Answer => ({ status: 202, json: { status: 'code_sent', resend_after_seconds: 60, expires_in_seconds: 600 } });

export function sampleMe(part: object = {}) {
  const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  return {
    id: 'c1',
    email: ADDRESS,
    name: 'Nadia Öztürk',
    picture: null,
    user_type: 'client',
    verified: true,
    idle_expires_at: ahead(30),
    absolute_expires_at: ahead(720),
    ...part,
  };
}

/** An appointment so many days from today. */
export function sampleAppointment(days: number, part: Partial<Appointment> = {}): Appointment {
  const date = addDays(today(ZONE), days);
  return {
    id: sampleId(),
    client_name: 'Nadia Öztürk',
    appointment_date: date,
    appointment_time: '11:00',
    duration_minutes: 50,
    client_notes: null,
    therapist_word: null,
    status: days < 0 ? 'completed' : 'confirmed',
    timezone: ZONE,
    starts_at: `${date}T16:00:00Z`,
    ends_at: `${date}T16:50:00Z`,
    therapist_id: sampleId(),
    therapist_name: 'Dr. Amélie Okonkwo-Reyes',
    therapist_slug: 'demo',
    service_id: sampleId(),
    service_name: 'Individual session',
    session_type: 'both',
    place_kind: 'video',
    place_detail: null,
    can_change: days > 0,
    change_deadline: `${date}T16:00:00Z`,
    policy: POLICY,
    practice_confirmed: true,
    by_visitor: false,
    client_phone: null,
    by_practice: false,
    can_rebook: days < 0,
    offered_session_type: 'online',
    ...part,
  };
}

export function sampleNote(part: Partial<SessionNote> = {}): SessionNote {
  return {
    id: sampleId(),
    session_summary: 'Small steps',
    client_visible_notes: 'We spoke about sleep.',
    created_at: '2026-11-02T18:00:00Z',
    therapist_id: '0192d3a4-0000-7000-8000-0000000000bb',
    therapist_name: 'Dr. Amélie Okonkwo-Reyes',
    practice_confirmed: true,
    is_whole: true,
    ...part,
  };
}

export function samplePlan(part: Partial<CarePlan> = {}): CarePlan {
  return {
    id: sampleId(),
    title: 'Sleep first',
    description: 'For the next four weeks.',
    recommended_actions: ['Walk before work'],
    actions: [{ id: '0192d3a4-0000-7000-8000-0000000000aa', text: 'Walk before work', done_at: null }],
    goals: [],
    follow_up_date: '2026-12-12',
    created_at: '2026-11-02T18:00:00Z',
    therapist_id: '0192d3a4-0000-7000-8000-0000000000bb',
    therapist_name: 'Dr. Amélie Okonkwo-Reyes',
    practice_confirmed: true,
    is_whole: true,
    ...part,
  };
}

export function sampleForm(part: Partial<OwnForm> = {}): OwnForm {
  return {
    id: sampleId(),
    title: 'Before we meet',
    therapist_name: 'Dr. Amélie Okonkwo-Reyes',
    status: 'sent',
    sent_at: '2026-11-02T18:00:00Z',
    completed_at: null,
    starts_at: null,
    timezone: null,
    ...part,
  };
}

export function sampleConsent(part: Partial<OwnConsent> = {}): OwnConsent {
  return {
    id: sampleId(),
    therapist_name: 'Dr. Amélie Okonkwo-Reyes',
    practice_since: '2025-03-01T09:00:00Z',
    unknown_practice: null,
    consent_text: 'I agree that my therapist records the sound of this one session.',
    text_version: '2026-11',
    status: 'waiting',
    consented: null,
    recorded_by: null,
    needs_own_click: true,
    can_agree: true,
    can_decline: true,
    asked_at: '2026-11-26T09:00:00Z',
    expires_at: '2026-11-27T09:00:00Z',
    withdrawn_at: null,
    marks: [],
    ...part,
  };
}

export function sampleDashboard(part: Partial<Dashboard> = {}): Dashboard {
  return {
    client: { id: 'c1', name: 'Nadia Öztürk', email: ADDRESS },
    verified: true,
    proof_required: false,
    proof_address: null,
    counts: { upcoming: 0, completed: 0, session_notes: 0, care_plans: 0 },
    upcoming_bookings: [],
    past_bookings: [],
    session_notes: [],
    older_session_notes: null,
    aftercare_recommendations: [],
    older_care_plans: null,
    unknown_practices: [],
    ...part,
  };
}

export function sampleAccount(part: Partial<Account> = {}): Account {
  return {
    id: 'c1',
    name: 'Nadia Öztürk',
    email: ADDRESS,
    phone: null,
    date_of_birth: null,
    verified: true,
    proof_required: false,
    proof_address: null,
    pending_address_change: null,
    created_at: '2026-01-01T00:00:00Z',
    ...part,
  };
}

/** Free times on every day from tomorrow on, or on `only` some days, as a therapist's calendar answers them. */
export function sampleTimes(query: URLSearchParams, times: readonly string[] = ['09:00', '11:00'], only?: readonly string[]) {
  const days = [];
  const to = query.get('to') ?? '';
  for (let date = query.get('from') ?? ''; date <= to; date = addDays(date, 1)) days.push({ date, times: (only?.includes(date) ?? date > today(ZONE)) ? times : [] });
  return { timezone: ZONE, cancellation_notice_hours: 24, days };
}
