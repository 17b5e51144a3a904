import { article, escapeHtml, facts, PAGE_END, pageStart, section, utcTime } from '../../common/http/record-page';
import { ClientBookingDto } from '../bookings/lists/booking-list.dto';
import { ClientExportDto } from './client-portal.dto';

/** The export as a page that can be read and printed without any program of ours, entry by entry. */
export function* exportPage(record: ClientExportDto): Generator<string> {
  const { account, activity, activity_note } = record;
  yield pageStart('My Attune record', record.exported_at);
  yield* section('Account', [account], () => facts([['Name', account.name], ['Email', account.email], ['Phone', account.phone], ['Date of birth', account.date_of_birth]]));
  yield* section('Appointments', record.appointments, appointment);
  yield* section('Forms', record.forms, completedForm);
  yield* section('Session notes', record.session_notes, (note) => article(note.session_summary, `${note.therapist_name}, ${utcTime(note.created_at)}`, note.client_visible_notes));
  yield* section('Care plans', record.care_plans, (plan) => article(plan.title, planLine(plan), plan.description, planLines(plan)));
  yield '<section><h2>Who opened my record</h2><table><tbody>';
  for (const { at, action, actor_name, actor_type, is_you } of activity)
    yield `<tr><td>${utcTime(at)}</td><td>${escapeHtml(is_you ? 'you' : (actor_name ?? actor_type))}</td><td>${escapeHtml(action.replaceAll('_', ' '))}</td></tr>`;
  yield `</tbody></table>${activity_note ? `<p>${escapeHtml(activity_note)}</p>` : ''}</section>\n${PAGE_END}`;
}

function appointment(booking: ClientBookingDto): string {
  const place = booking.place_detail === null ? '' : `, ${booking.place_detail}`;
  const line = `${booking.therapist_name}, ${booking.duration_minutes} minutes, ${booking.status}${place}`;
  return article(`${booking.appointment_date} ${booking.appointment_time} (${booking.timezone})`, `${booking.service_name}: ${line}`, booking.client_notes ?? '');
}

function completedForm({ title, version, therapist_name, completed_at, signed_name, answers }: ClientExportDto['forms'][number]): string {
  const given = ({ answer }: (typeof answers)[number]): string | null => (answer === null ? null : [answer].flat().join(', '));
  const line = `${therapist_name}, completed ${utcTime(completed_at)}, version ${version}, signed ${signed_name}`;
  return article(title, line, '', [], facts(answers.map((one) => [`${one.question}\n${one.help_text}`.trimEnd(), given(one)])));
}

function planLine({ therapist_name, created_at, follow_up_date }: ClientExportDto['care_plans'][number]): string {
  return `${therapist_name}, ${utcTime(created_at)}${follow_up_date ? `, follow-up on ${follow_up_date}` : ''}`;
}

function planLines({ actions, goals }: ClientExportDto['care_plans'][number]): string[] {
  const done = (at: string | null): string => (at === null ? '' : ` (done ${utcTime(at)})`);
  return [...actions.map(({ text: action, done_at }) => `${action}${done(done_at)}`), ...goals.map(({ text: goal, progress }) => `Goal: ${goal} (${progress} %)`)];
}
