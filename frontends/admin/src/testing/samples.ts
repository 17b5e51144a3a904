import { sampleId } from '@attune/shared-ui/testing/fake-api';
import type { Activity, Dashboard, FailedJob, Grant, Therapist } from '../wire';

export function sampleDashboard(part: Partial<Dashboard> = {}): Dashboard {
  return {
    admin: { username: 'ada', role: 'administrator' },
    metrics: {
      total_therapists: 5000,
      recent_registrations: 12,
      total_bookings: 200_000,
      recent_bookings: 340,
      total_session_notes: 77,
      active_therapists: 1200,
      calendar_connections: 9,
      total_clients: 12_000,
      client_to_therapist_ratio: 2.4,
    },
    as_of: '2026-11-21T10:00:00.000Z',
    integrations: [
      { part: 'database', engine: 'PostgreSQL 18', state: 'ok', note: 'Everything the product keeps.', last_failure: null },
      {
        part: 'mail',
        engine: 'SMTP mail.example',
        state: 'degraded',
        note: 'Mails wait.',
        last_failure: { at: '2026-11-21T09:00:00.000Z', reason: 'The server did not answer.' },
      },
      { part: 'ai', engine: 'rule-based summary', state: 'degraded', note: 'No worker is running.', last_failure: null },
    ],
    operation: {
      version: '1.2.3',
      jobs_waiting: 4,
      oldest_job_at: '2026-11-21T09:59:00.000Z',
      mails_sent_last_hour: 31,
      mails_failed: 0,
      storage: { kind: 'disk', database_bytes: 800_000_000, files: 12, files_bytes: 45_000_000, disk_free_bytes: 80e9, disk_bytes: 200e9 },
    },
    ai: { engine: 'rule-based summary', model_configured: false, model_allowed: true, model_spent: false, last_success: null, successes_last_day: 0, failures_last_day: 0 },
    failed_jobs: 0,
    break_glass: [],
    ...part,
  };
}

export function sampleTherapist(part: Partial<Therapist> = {}): Therapist {
  const id = sampleId();
  return {
    id,
    display_name: 'Dr. Amélie Okonkwo-Reyes',
    custom_slug: 'amelie',
    email: 'amelie@example.org',
    total_bookings: 1284,
    calendar_connected: true,
    created_at: '2026-01-05T12:00:00.000Z',
    is_active: true,
    last_login_at: '2026-11-20T12:00:00.000Z',
    ...part,
  };
}

export function sampleActivity(part: Partial<Activity> = {}): Activity {
  return {
    id: sampleId(),
    action: 'login',
    timestamp: '2026-11-21T10:00:00.000Z',
    user_type: 'therapist',
    user_id: sampleId(),
    user_name: null,
    subject_name: null,
    details: {},
    ...part,
  };
}

export function sampleJob(part: Partial<FailedJob> = {}): FailedJob {
  return {
    id: sampleId(),
    queue: 'mail',
    job: 'send-booking-mail',
    reason: 'The mail server refused the address.',
    attempts: 8,
    created_at: '2026-11-21T08:00:00.000Z',
    failed_at: '2026-11-21T10:00:00.000Z',
    ...part,
  };
}

/** An access that was opened now and ends in so many minutes. */
export function sampleGrant(minutes: number, part: Partial<Grant> = {}): Grant {
  return {
    id: sampleId(),
    administrator: 'ada',
    client_id: sampleId(),
    client_name: 'Nadia Öztürk',
    therapist_names: ['Dr. Amélie Okonkwo-Reyes'],
    reason: 'A court order of 20 November.',
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
    ended_at: null,
    open: true,
    ...part,
  };
}
