import type { CarePlan } from '../features/care-plans/care-plans.api';
import type { NoteAnalyses, NoteAnalysis } from '../features/session-notes/note-analysis.api';
import { sampleId } from '@attune/shared-ui/testing/fake-api';
import type { Booking, BookingOverview, BookingSummary } from '../features/bookings/bookings.api';
import type { AnsweredForm, AnsweredQuestion, Score, SentForm } from '../features/intake-answers/intake-answers.api';
import type { IntakeForm } from '../features/intake-forms/intake-forms.api';
import type { Profile } from '../features/profile/profile.api';
import type { Session } from '../features/security/security.api';
import type { Service } from '../features/services/services.api';
import type { NoteFile } from '../features/session-notes/note-files.api';
import type { NoteSummary, SessionNote } from '../features/session-notes/session-notes.api';
import type { WorkingHours } from '../features/working-hours/working-hours.api';

export function sampleProfile(part: Partial<Profile> = {}): Profile {
  return {
    id: sampleId(),
    display_name: 'Dr. Amélie Okonkwo-Reyes',
    bio: '',
    credentials: '',
    languages: ['English'],
    timezone: 'America/New_York',
    profile_image: null,
    custom_slug: null,
    phone: null,
    phone_shown: false,
    address: null,
    address_shown: false,
    search_listed: false,
    bookings_paused: false,
    bookings_paused_message: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...part,
  };
}

export function sampleService(part: Partial<Service> = {}): Service {
  return {
    id: sampleId(),
    name: 'Individual session',
    description: '',
    duration_minutes: 50,
    price: 0,
    is_free: true,
    session_type: 'online',
    address: null,
    online_place: 'video',
    video_link: null,
    visibility: 'everybody',
    created_at: '2026-01-01T00:00:00.000Z',
    ...part,
  };
}

/** A booking that begins so many hours from now. */
export function sampleCounts(part: Partial<BookingSummary> = {}): BookingSummary {
  return { total: 1284, today: 1, this_week: 17, confirmed: 42, completed: 900, no_shows: 0, today_standing: 1, services: 2, ...part };
}

/** Of a practice in UTC. */
export function sampleOverview(part: Partial<BookingOverview> = {}): BookingOverview {
  return { counts: sampleCounts(), day: new Date().toISOString().slice(0, 10), today: [], next: null, coming_days: [], ...part };
}

export function sampleBooking(hoursFromNow: number, part: Partial<Booking> = {}): Booking {
  const starts = new Date(Date.now() + hoursFromNow * 3_600_000);
  return {
    id: sampleId(),
    client_id: sampleId(),
    client_name: 'Jonah Whitfield',
    client_email: 'jonah@example.com',
    client_phone: null,
    appointment_date: starts.toISOString().slice(0, 10),
    appointment_time: starts.toISOString().slice(11, 16),
    timezone: 'UTC',
    starts_at: starts.toISOString(),
    ends_at: new Date(starts.getTime() + 3_000_000).toISOString(),
    duration_minutes: 50,
    service_id: sampleId(),
    service_name: 'Individual session',
    session_type: 'online',
    place_kind: 'video',
    place_detail: null,
    status: 'confirmed',
    notes: null,
    completed_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    word: null,
    no_show: false,
    ran_until: null,
    series_id: null,
    by_visitor: false,
    phone_by_visitor: false,
    own_phone: null,
    ...part,
  };
}

export function sampleSentForm(part: Partial<SentForm> = {}): SentForm {
  return {
    id: sampleId(),
    form_id: sampleId(),
    booking_id: null,
    client_id: sampleId(),
    client_name: 'Jonah Whitfield',
    title: 'Before we meet',
    status: 'sent',
    sent_at: '2026-11-02T18:00:00.000Z',
    opened_at: null,
    started_at: null,
    completed_at: null,
    reminded_at: null,
    starts_at: null,
    timezone: null,
    self_harm: null,
    ...part,
  };
}

export function sampleScore(part: Partial<Score> = {}): Score {
  return {
    id: sampleId(),
    instrument: 'phq-9',
    completed_at: '2026-11-02T18:00:00.000Z',
    sum: 12,
    most: 27,
    severity: 'moderate',
    self_harm: 0,
    self_harm_answer: 'Not at all',
    ...part,
  };
}

/** A completed form; each question is a text one unless told otherwise. */
export function sampleAnswers(questions: (Pick<AnsweredQuestion, 'question' | 'answer'> & Partial<AnsweredQuestion>)[], part: Partial<AnsweredForm> = {}): AnsweredForm {
  return {
    id: sampleId(),
    form_id: sampleId(),
    client_id: sampleId(),
    client_name: 'Jonah Whitfield',
    title: 'Before we meet',
    description: '',
    version: 3,
    completed_at: '2026-11-02T18:00:00.000Z',
    signed_name: 'Jonah W.',
    questions: questions.map((question, index) => ({
      id: `q_${index}`,
      type: 'text',
      help_text: '',
      required: false,
      options: [],
      new_page: false,
      show_if: null,
      ...question,
    })),
    source: null,
    score: null,
    scores: [],
    ...part,
  };
}

const WORKDAY = { first_start: '09:00', last_start: '17:30', every_minutes: 30 };

/** The hours of a practice that never changed them. */
export function sampleHours(): WorkingHours {
  return {
    timezone: 'America/New_York',
    weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, windows: weekday % 6 === 0 ? [] : [WORKDAY] })),
    overrides: [],
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    minimum_notice_hours: 0,
    horizon_days: 60,
    cancellation_notice_hours: 24,
  };
}

export function sampleSession(part: Partial<Session> = {}): Session {
  return {
    id: sampleId(),
    browser: 'Firefox on Windows',
    created_at: '2026-11-21T08:00:00.000Z',
    last_seen_at: '2026-11-21T09:00:00.000Z',
    current: false,
    ...part,
  };
}

type Question = IntakeForm['questions'][number];

export function sampleQuestion(part: Partial<Question> = {}): Question {
  return { id: `q_${sampleId().slice(-12)}`, type: 'text', question: 'What brings you here?', help_text: '', required: false, options: [], new_page: false, show_if: null, ...part };
}

export function sampleForm(part: Partial<IntakeForm> = {}): IntakeForm {
  const { questions = [sampleQuestion()] } = part;
  return {
    id: sampleId(),
    title: 'First visit',
    description: '',
    questions,
    question_count: questions.length,
    instrument: null,
    version: 1,
    archived: false,
    created_at: '2026-11-02T12:00:00.000Z',
    updated_at: '2026-11-02T12:00:00.000Z',
    ...part,
  };
}

export function sampleNote(part: Partial<SessionNote> = {}): SessionNote {
  return {
    id: sampleId(),
    title: 'First session',
    content: 'Slept badly, talked about work.',
    booking_id: null,
    client_id: null,
    client_name: null,
    appointment: null,
    tags: [],
    is_client_visible: false,
    is_private: false,
    template: null,
    status: 'draft',
    signed_at: null,
    signed_by: null,
    version: 1,
    ai_summary: null,
    draft_saved_at: null,
    created_at: '2026-11-20T12:00:00.000Z',
    updated_at: '2026-11-20T12:00:00.000Z',
    ...part,
  };
}

/** A photograph of a page, read. */
export function sampleFile(part: Partial<NoteFile> = {}): NoteFile {
  return {
    id: sampleId(),
    filename: 'page.jpg',
    file_type: 'image',
    media_type: 'image/jpeg',
    file_size: 412_345,
    page_count: 1,
    pages_read: 1,
    processing_status: 'completed',
    error_reason: null,
    extracted_text: null,
    ai_analysis: null,
    created_at: '2026-11-20T12:00:00.000Z',
    ...part,
  };
}

/** A note as the list shows it. */
export function sampleSummary(note: SessionNote): NoteSummary {
  return { ...note, preview: note.content.length > 200 ? `${note.content.slice(0, 200)}…` : note.content };
}

export function samplePlan(part: Partial<CarePlan> = {}): CarePlan {
  return {
    id: sampleId(),
    client_id: sampleId(),
    client_name: 'Jonah Whitfield',
    note_id: null,
    title: 'Evenings',
    description: 'A small plan.',
    actions: [],
    goals: [],
    follow_up_date: null,
    status: 'draft',
    published_at: null,
    withdrawn_at: null,
    is_publishable: true,
    version: 1,
    created_at: '2026-11-20T12:00:00.000Z',
    updated_at: '2026-11-20T12:00:00.000Z',
    ...part,
  };
}

/** A finished draft about "She slept better. She said she doesn't want to be here anymore.", and what it is without being one. */
export function sampleAnalysis(part: Partial<NoteAnalysis> = {}): NoteAnalysis {
  const slept = { quote: 'She slept better.', start: 0, end: 17 };
  const said = { quote: "She said she doesn't want to be here anymore.", start: 18, end: 63 };
  return {
    id: '0192d3a4-0000-7000-8000-00000000a001',
    state: 'done',
    failure: null,
    engine: 'rules',
    engine_label: 'rule-based summary',
    model_failure: null,
    prompt_version: null,
    input_tokens: null,
    output_tokens: null,
    milliseconds: 120,
    dropped: 2,
    note_version: 1,
    is_stale: false,
    result: {
      summary: [{ text: 'Sleep is better.', citations: [slept] }],
      themes: [],
      interventions: [],
      homework: [{ text: 'Keep sleeping.', citations: [slept] }],
      progress: [],
      risk_cues: [{ kind: 'suicide', assertion: 'present', quote: said.quote, why: 'Possible cue, check: thoughts of dying or suicide.', citations: [said] }],
      next_steps: [],
      remarks: [],
    },
    summary: null,
    accepted_at: null,
    created_at: '2026-11-21T12:00:00.000Z',
    finished_at: '2026-11-21T12:00:01.000Z',
    ...part,
  };
}

export function sampleAnalyses(part: Partial<NoteAnalyses> = {}): NoteAnalyses {
  return { draft: null, accepted: null, next: { engine: 'rules', label: 'rule-based summary', sent: null }, refused: null, ...part };
}
