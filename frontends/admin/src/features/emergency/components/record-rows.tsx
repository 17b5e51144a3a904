import { Badge } from '@attune/shared-ui/components/badge';
import { UserText } from '@attune/shared-ui/components/user-text';
import { clockTime, formatDate, formatDuration, zoneLabel } from '@attune/shared-ui/format';
import { PlaceOfSession } from '@attune/shared-ui/places/place-of-session';
import type { ReactNode } from 'react';
import { momentLabel } from '../../../moment';
import type { RecordBooking, RecordCarePlan, RecordedAnswers, RecordProfile, RecordSessionNote } from '../../../wire';
import { emergencyMessages as messages } from '../messages';
import styles from './record.module.css';

const STATUSES = {
  confirmed: { tone: 'positive', word: 'Confirmed' },
  completed: { tone: 'info', word: 'Completed' },
  cancelled: { tone: 'danger', word: 'Cancelled' },
} as const;

const PLACES = {
  'in-person': 'In person',
  video: 'By video',
  'therapist-calls': 'By telephone: the therapist calls',
  'client-calls': 'By telephone: the client calls',
};

const INSTRUMENTS = { 'phq-9': 'PHQ-9', 'gad-7': 'GAD-7' } as const;
const SEVERITIES = { minimal: 'minimal', mild: 'mild', moderate: 'moderate', moderately_severe: 'moderately severe', severe: 'severe' } as const;

export function ProfileRow({ profile }: { profile: RecordProfile }) {
  return (
    <li className={styles.row}>
      <dl className={styles.facts}>
        <Fact name="Name">
          <UserText>{profile.name || 'None given'}</UserText>
        </Fact>
        <Fact name="Email">{profile.email}</Fact>
        <Fact name="Phone">{profile.phone ?? 'None given'}</Fact>
        <Fact name={profile.therapists.length === 1 ? 'Therapist' : 'Therapists'}>
          {profile.therapists.map(({ id, display_name: name, email }) => (
            <p key={id}>
              <UserText>{name}</UserText>, {email}
            </p>
          ))}
        </Fact>
      </dl>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

export function BookingRow({ booking }: { booking: RecordBooking }) {
  const contact = [booking.client_email, booking.client_phone].filter(Boolean).join(' · ');
  return (
    <li className={styles.row}>
      <Head title={booking.client_name}>
        <Badge tone={STATUSES[booking.status].tone}>{STATUSES[booking.status].word}</Badge>
      </Head>
      <p className={styles.soft}>{contact}</p>
      {booking.by_visitor && <p className={styles.soft}>{messages.byVisitor}</p>}
      <p>
        <time dateTime={booking.starts_at}>
          {formatDate(booking.appointment_date, 'weekday')} {formatDate(booking.appointment_date, 'short')}, {clockTime(booking.appointment_time)}
        </time>{' '}
        ({zoneLabel(booking.timezone)}) · {formatDuration(booking.duration_minutes)} · <UserText>{booking.service_name}</UserText> · <UserText>{booking.therapist_name}</UserText>
      </p>
      {booking.place_kind !== null && (
        <p>
          <PlaceOfSession place={booking} words={PLACES} />
        </p>
      )}
      {booking.notes && <Text>{booking.notes}</Text>}
      {!booking.is_open && (
        <p className={styles.soft}>
          {messages.notOpen} <code>{booking.id}</code>
        </p>
      )}
    </li>
  );
}

export function IntakeFormRow({ form }: { form: RecordedAnswers }) {
  const { score } = form;
  return (
    <li className={styles.row}>
      <Head title={form.title}>
        {score !== null && score.self_harm_answer !== null && score.self_harm !== 0 && <Badge tone="attention">{`Thoughts of death or self-harm: ${score.self_harm_answer}`}</Badge>}
      </Head>
      <p className={styles.soft}>
        <UserText>{form.therapist_name}</UserText> · {momentLabel(form.completed_at)} · signed by <UserText>{form.signed_name}</UserText> · version {form.version}
      </p>
      {score && <p>{score.sum === null || score.severity === null ? `${INSTRUMENTS[score.instrument]}: no sum` : `${INSTRUMENTS[score.instrument]}: ${score.sum} of ${score.most}, ${SEVERITIES[score.severity]}`}</p>}
      <dl className={styles.answers}>
        {form.answers.map(({ question, answer }, index) => (
          <div key={index}>
            <dt>
              <UserText>{question}</UserText>
            </dt>
            <dd>{answer === null ? <span className={styles.soft}>Not answered</span> : <UserText preserveLines>{Array.isArray(answer) ? answer.join('; ') : String(answer)}</UserText>}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

export function SessionNoteRow({ note }: { note: RecordSessionNote }) {
  return (
    <li className={styles.row}>
      <Head title={note.title}>
        <Badge tone={note.is_client_visible ? 'info' : 'neutral'}>{note.is_client_visible ? 'Client sees it' : 'Not shared'}</Badge>
      </Head>
      <p className={styles.soft}>
        <UserText>{note.therapist_name}</UserText> · {momentLabel(note.created_at)}
      </p>
      <Text>{note.content}</Text>
      {note.summary && (
        <>
          <p className={styles.soft}>Summary</p>
          <Text>{note.summary}</Text>
        </>
      )}
    </li>
  );
}

export function CarePlanRow({ plan }: { plan: RecordCarePlan }) {
  return (
    <li className={styles.row}>
      <Head title={plan.title}>
        <Badge tone={plan.published_at === null ? 'neutral' : 'info'}>{plan.published_at === null ? 'Draft' : 'Published'}</Badge>
      </Head>
      <p className={styles.soft}>
        <UserText>{plan.therapist_name}</UserText> · {momentLabel(plan.created_at)}
        {plan.follow_up_date !== null && ` · follow-up ${formatDate(plan.follow_up_date, 'short')}`}
      </p>
      <Text>{plan.description}</Text>
      <Lines lines={plan.recommended_actions} />
      {plan.goals.length > 0 && <p className={styles.soft}>Goals</p>}
      <Lines lines={plan.goals} />
    </li>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className={styles.actions}>
      {lines.map((line, index) => (
        <li key={index}>
          <UserText>{line}</UserText>
        </li>
      ))}
    </ul>
  );
}

function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>
        <UserText>{title}</UserText>
      </h2>
      {children}
    </div>
  );
}

function Text({ children }: { children: string }) {
  return (
    <UserText as="p" className={styles.text} preserveLines>
      {children}
    </UserText>
  );
}
