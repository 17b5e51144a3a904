import { article, escapeHtml, facts, PAGE_END, pageStart, section, SECTION_END, sectionStart, utcTime } from '../../common/http/record-page';
import { ClientBookingDto } from '../bookings/lists/booking-list.dto';
import type { AftercareRecommendationDto } from '../care-plans/publishing/published-plan.dto';
import type { OwnAnswersDto } from '../intake-forms/results/results.dto';
import type { OwnRecord } from './client-portal.service';

/** The export as a page that can be read and printed without any program of ours, entry by entry. */
export async function* exportPage(record: OwnRecord): AsyncGenerator<string> {
  const { account, activity } = record;
  yield pageStart('My Attune record', record.exported_at);
  yield sectionStart('Account');
  yield* facts([['Name', account.name], ['Email', account.email], ['Phone', account.phone], ['Date of birth', account.date_of_birth]]);
  yield `\n${SECTION_END}`;
  yield* section('Appointments', record.appointments, appointment);
  yield* section('Forms', record.forms, completedForm);
  yield* section('Session notes', record.session_notes, (note) => article(note.session_summary, `${note.therapist_name}, ${utcTime(note.created_at)}`, note.client_visible_notes));
  yield* section('Care plans', record.care_plans, (plan) => article(plan.title, planLine(plan), plan.description, planLines(plan)));
  yield '<section><h2>Who opened my record</h2><table><tbody>';
  let entry = await activity.next();
  for (; !entry.done; entry = await activity.next()) {
    const { at, action, actor_name, actor_type, is_you } = entry.value;
    yield `<tr><td>${utcTime(at)}</td><td>${escapeHtml(is_you ? 'you' : (actor_name ?? actor_type))}</td><td>${escapeHtml(action.replaceAll('_', ' '))}</td></tr>`;
  }
  yield `</tbody></table>${entry.value ? `<p>${escapeHtml(entry.value)}</p>` : ''}${SECTION_END}${PAGE_END}`;
}

function appointment(booking: ClientBookingDto): Iterable<string> {
  const place = booking.place_detail === null ? '' : `, ${booking.place_detail}`;
  const line = `${booking.therapist_name}, ${booking.duration_minutes} minutes, ${booking.status}${place}${booking.by_visitor ? ', booked by somebody who did not sign in' : ''}`;
  return article(`${booking.appointment_date} ${booking.appointment_time} (${booking.timezone})`, `${booking.service_name}: ${line}`, booking.client_notes === null ? '' : `${booking.by_visitor ? 'Typed by somebody who did not sign in: ' : ''}${booking.client_notes}`);
}

function completedForm({ title, version, therapist_name, completed_at, signed_name, answers }: OwnAnswersDto): Iterable<string> {
  const given = ({ answer }: (typeof answers)[number]): string | null => (answer === null ? null : [answer].flat().join(', '));
  const line = `${therapist_name}, completed ${utcTime(completed_at)}, version ${version}, signed ${signed_name}`;
  return article(title, line, '', [], facts(answers.map((one) => [`${one.question}\n${one.help_text}`.trimEnd(), given(one)])));
}

function planLine({ therapist_name, created_at, follow_up_date }: AftercareRecommendationDto): string {
  return `${therapist_name}, ${utcTime(created_at)}${follow_up_date ? `, follow-up on ${follow_up_date}` : ''}`;
}

function planLines({ actions, goals }: AftercareRecommendationDto): string[] {
  const done = (at: string | null): string => (at === null ? '' : ` (done ${utcTime(at)})`);
  return [...actions.map(({ text: action, done_at }) => `${action}${done(done_at)}`), ...goals.map(({ text: goal, progress }) => `Goal: ${goal} (${progress} %)`)];
}
