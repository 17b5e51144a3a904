import { escapeHtml } from '../../integrations/mail/mail-html';
import { ClientBookingDto } from '../bookings/lists/booking-list.dto';
import { ClientExportDto } from './client-portal.dto';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c2826;background:#faf8f4}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:1px solid #e3ded3}article{margin:1.25rem 0}h3{margin:0;font-size:1.05rem}
p{margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere}dt{color:#5b6966}dd{margin:0 0 .5rem;overflow-wrap:anywhere}td,th{text-align:start;padding:.2rem 1rem .2rem 0;vertical-align:top}`;

/** The export as a page that can be read and printed without any program of ours, entry by entry. */
export function* exportPage(record: ClientExportDto): Generator<string> {
  const { account, activity, activity_note } = record;
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>My Attune record</title><style>${STYLE}</style></head><body>
<h1>My Attune record</h1>
<p>As of ${time(record.exported_at)}.</p>
`;
  yield* section('Account', [account], () => facts([['Name', account.name], ['Email', account.email], ['Phone', account.phone], ['Date of birth', account.date_of_birth]]));
  yield* section('Appointments', record.appointments, appointment);
  yield* section('Forms', record.forms, completedForm);
  yield* section('Session notes', record.session_notes, (note) => article(note.session_summary, `${note.therapist_name}, ${time(note.created_at)}`, note.client_visible_notes));
  yield* section('Care plans', record.care_plans, (plan) => article(plan.title, planLine(plan), plan.description, planLines(plan)));
  yield '<section><h2>Who opened my record</h2><table><tbody>';
  for (const { at, action, actor_name, actor_type, is_you } of activity)
    yield `<tr><td>${time(at)}</td><td>${text(is_you ? 'you' : (actor_name ?? actor_type))}</td><td>${text(action.replaceAll('_', ' '))}</td></tr>`;
  yield `</tbody></table>${activity_note ? `<p>${text(activity_note)}</p>` : ''}</section>\n</body></html>`;
}

function appointment(booking: ClientBookingDto): string {
  const place = booking.place_detail === null ? '' : `, ${booking.place_detail}`;
  const line = `${booking.therapist_name}, ${booking.duration_minutes} minutes, ${booking.status}${place}`;
  return article(`${booking.appointment_date} ${booking.appointment_time} (${booking.timezone})`, `${booking.service_name}: ${line}`, booking.client_notes ?? '');
}

function completedForm({ title, therapist_name, completed_at, signed_name, answers }: ClientExportDto['forms'][number]): string {
  const given = ({ answer }: (typeof answers)[number]): string | null => (answer === null ? null : [answer].flat().join(', '));
  const line = `${therapist_name}, completed ${time(completed_at)}, signed ${signed_name}`;
  return `<article><h3 dir="auto">${text(title)}</h3><p dir="auto">${text(line)}</p>${facts(answers.map((one) => [text(one.question), given(one)]))}</article>`;
}

function planLine({ therapist_name, created_at, follow_up_date }: ClientExportDto['care_plans'][number]): string {
  return `${therapist_name}, ${time(created_at)}${follow_up_date ? `, follow-up on ${follow_up_date}` : ''}`;
}

function planLines({ actions, goals }: ClientExportDto['care_plans'][number]): string[] {
  const done = (at: string | null): string => (at === null ? '' : ` (done ${time(at)})`);
  return [...actions.map(({ text: action, done_at }) => `${action}${done(done_at)}`), ...goals.map(({ text: goal, progress }) => `Goal: ${goal} (${progress} %)`)];
}

function* section<Entry>(title: string, entries: readonly Entry[], told: (entry: Entry) => string): Generator<string> {
  yield `<section><h2>${title}</h2>`;
  for (const entry of entries) yield `${told(entry)}\n`;
  yield `${entries.length > 0 ? '' : '<p>None.</p>'}</section>\n`;
}

function article(title: string, line: string, body: string, list: string[] = []): string {
  const items = list.length > 0 ? `<ul>${list.map((item) => `<li dir="auto">${text(item)}</li>`).join('')}</ul>` : '';
  return `<article><h3 dir="auto">${text(title)}</h3><p dir="auto">${text(line)}</p>${body ? `<p dir="auto">${text(body)}</p>` : ''}${items}</article>`;
}

function facts(rows: [string, string | null][]): string {
  return `<dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd dir="auto">${text(value || '–')}</dd>`).join('')}</dl>`;
}

function text(value: string): string {
  return escapeHtml(value);
}

function time(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
