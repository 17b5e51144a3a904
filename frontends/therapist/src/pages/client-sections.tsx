import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDate, formatNumber, instantInZone, localZone } from '@attune/shared-ui/format';
import { useNow } from '@attune/shared-ui/format/now';
import { useQuery } from '@attune/shared-ui/runtime';
import { bookingsQuery } from '../features/bookings/bookings.api';
import { BookingRow } from '../features/bookings/components/booking-row';
import { useBookingDeeds } from '../features/bookings/components/use-booking-deeds';
import { plansQuery } from '../features/care-plans/care-plans.api';
import { ClientSection, SectionLink } from '../features/client-record/components/client-section';
import { clientMessages as messages } from '../features/client-record/messages';
import { ScoresOverTime } from '../features/intake-answers/components/score-card';
import { SentFormRow } from '../features/intake-answers/components/sent-form-row';
import { scoresQuery, sentFormsQuery } from '../features/intake-answers/intake-answers.api';
import { notesQuery } from '../features/session-notes/session-notes.api';

const REFRESH_MS = 15_000;
const SESSIONS = 50;

/** Each domain's things about one client; the client's page knows no more of them. */
export function ClientSections({ clientId }: { clientId: string }) {
  return (
    <>
      <Sessions clientId={clientId} />
      <Forms clientId={clientId} />
      <Scores clientId={clientId} />
      <Notes clientId={clientId} />
      <Plans clientId={clientId} />
    </>
  );
}

/** How many forms, notes and plans there are about a client, as far as one page of each tells. */
export function ClientNumbers({ clientId }: { clientId: string }) {
  const forms = useQuery(sentFormsQuery({ client_id: clientId }, undefined));
  const notes = useQuery(notesQuery({ client_id: clientId }, undefined));
  const plans = useQuery(plansQuery({ client_id: clientId }, undefined));
  if ([forms, notes, plans].some(({ isLoadingError }) => isLoadingError)) return <>{messages.numbersFailed}</>;
  const said = [numberOf(forms.data, 'form'), numberOf(notes.data, 'note'), numberOf(plans.data, 'plan')].filter((words) => words !== undefined);
  return <>{said.join(' · ')}</>;
}

function numberOf(page: { body: readonly unknown[]; next?: string | undefined } | undefined, noun: string): string | undefined {
  if (page === undefined) return undefined;
  const count = page.body.length;
  return `${formatNumber(count)}${page.next === undefined ? '' : '+'} ${count === 1 ? noun : `${noun}s`}`;
}

function Sessions({ clientId }: { clientId: string }) {
  const now = new Date(useNow(REFRESH_MS));
  const query = useQuery(bookingsQuery({ client_id: clientId, count: SESSIONS }));
  const zone = query.data?.bookings[0]?.timezone ?? localZone();
  const { deedsOf, questions } = useBookingDeeds(zone, () => undefined);
  return (
    <>
      <ClientSection title={messages.sessions} nothing={messages.noSessions} query={query}>
        {query.data?.bookings.map((booking) => <BookingRow key={booking.id} level={3} booking={booking} now={now} more={null} withDay {...deedsOf(booking)} />)}
      </ClientSection>
      {questions}
    </>
  );
}

function Forms({ clientId }: { clientId: string }) {
  const query = useQuery(sentFormsQuery({ client_id: clientId }, undefined));
  return (
    <ClientSection title={messages.forms} nothing={messages.noForms} query={query} more={{ to: `/intake-forms/sent?client_id=${clientId}`, label: messages.allForms }}>
      {query.data?.body.map((form) => <SentFormRow key={form.id} form={form} level={3} />)}
    </ClientSection>
  );
}

/** Only where there are some: most clients fill in no questionnaire. */
function Scores({ clientId }: { clientId: string }) {
  const query = useQuery(scoresQuery(clientId));
  if (!query.isLoadingError && (query.data ?? []).length === 0) return null;
  const kinds = [...new Set(query.data?.map(({ instrument }) => instrument))];
  return (
    <ClientSection title={messages.scores} nothing="" query={query}>
      {query.data && kinds.map((kind) => <li key={kind}><ScoresOverTime scores={query.data.filter(({ instrument }) => instrument === kind)} /></li>)}
    </ClientSection>
  );
}

function Notes({ clientId }: { clientId: string }) {
  const query = useQuery(notesQuery({ client_id: clientId }, undefined));
  return (
    <ClientSection title={messages.notes} nothing={messages.noNotes} query={query}>
      {query.data?.body.map(({ id, title, created_at }) => (
        <SectionLink key={id} to={`/dashboard?tab=notes&note=${id}`} title={<UserText>{title}</UserText>} about={formatDate(instantInZone(created_at, localZone()).date, 'short')} />
      ))}
    </ClientSection>
  );
}

function Plans({ clientId }: { clientId: string }) {
  const query = useQuery(plansQuery({ client_id: clientId }, undefined));
  return (
    <ClientSection title={messages.plans} nothing={messages.noPlans} query={query}>
      {query.data?.body.map(({ id, title, done_count, action_count }) => (
        <SectionLink
          key={id}
          to={`/dashboard?tab=notes&view=plans&plan=${id}`}
          title={<UserText>{title}</UserText>}
          about={`${formatNumber(done_count)} of ${formatNumber(action_count)} done`}
        />
      ))}
    </ClientSection>
  );
}
