import { fakeApi } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { sampleAppointment, sampleDashboard, sampleMe, sampleNote, samplePlan } from '../testing/samples';
import type { Dashboard } from '../wire';
import DashboardPage from './dashboard.page';

let dashboard: Dashboard;
let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  dashboard = sampleDashboard({
    counts: { upcoming: 0, completed: 2, session_notes: 3, care_plans: 1 },
    session_notes: [1, 2, 3].map((number) => sampleNote({ session_summary: `Note ${number}` })),
    aftercare_recommendations: [samplePlan()],
  });
  server = fakeApi({
    'GET /api/auth/me': () => ({ json: sampleMe() }),
    'GET /api/client/dashboard': () => ({ json: dashboard }),
    'GET /api/client/forms': () => ({ json: [] }),
  });
});

const open = (address: string) => openPage(DashboardPage, address);

describe('Notes and care plans of the portal', () => {
  it('keeps apart what a practice wrote that the client has not confirmed, until they do', async () => {
    const planted = { therapist_id: '0192d3a4-0000-7000-8000-0000000000cc', therapist_name: 'Dr. Rogue', practice_confirmed: false };
    dashboard = { ...dashboard, session_notes: [...dashboard.session_notes, sampleNote({ session_summary: 'Call this number', ...planted })], unknown_practices: [{ therapist_id: planted.therapist_id, practice_since: '2026-11-27T12:00:00Z', namesake: 'Dr. Amélie Laurent' }] };
    server.handlers['POST /api/client/practices/{id}/confirm'] = () => {
      dashboard = { ...dashboard, session_notes: dashboard.session_notes.map((note) => ({ ...note, practice_confirmed: true })) };
      return { json: { status: 'confirmed' } };
    };
    const { user } = await open('/client/dashboard?tab=notes');
    const apart = await screen.findByRole('region', { name: 'You have not confirmed the practice of Dr. Rogue' });
    // Under the name of one's own practice it is another one.
    expect(apart.textContent).toMatch(/This is not a practice that you have gone to before\. It is at Attune since .+2026\. It is another one than the Dr\. Amélie Laurent you go to\./);
    expect(within(apart).getByText('Call this number').closest('details')?.open).toBe(false);
    expect(screen.getByText('Note 1').closest('details')).toBeNull();
    await user.click(within(apart).getByRole('button', { name: 'This is my practice' }));
    await user.click(within(screen.getByRole('alertdialog', { name: 'Do you go to Dr. Rogue?' })).getByRole('button', { name: 'This is my practice' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /^You have not confirmed/ })).toBeNull());
    expect(screen.getByText('Call this number').closest('details')).toBeNull();
    expect(document.activeElement?.contains(screen.getByText('Call this number')) && document.activeElement !== document.body).toBe(true);
  });

  it('says of an appointment that somebody booked with the address whose it is, until the client says that they go there', async () => {
    const planted = sampleAppointment(3, { therapist_name: 'Dr. Rogue', practice_confirmed: false, by_visitor: true });
    dashboard = { ...dashboard, upcoming_bookings: [sampleAppointment(2), planted] };
    server.handlers['POST /api/client/practices/{id}/confirm'] = ({ path, body }) => {
      expect([path.includes(planted.therapist_id), body]).toEqual([true, { end_links: true }]);
      dashboard = { ...dashboard, upcoming_bookings: dashboard.upcoming_bookings.map((each) => ({ ...each, practice_confirmed: true, by_visitor: false })) };
      return { json: { status: 'confirmed' } };
    };
    const { user } = await open('/client/dashboard?tab=appointments');
    expect(await screen.findAllByText(/^Booked with your address by somebody who was not signed in/)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'This is my practice: Dr. Rogue' }));
    await user.click(screen.getByRole('checkbox', { name: 'End the links of whoever booked for me' }));
    await user.click(screen.getByRole('button', { name: 'This is my practice' }));
    await waitFor(() => expect(screen.queryByText(/^Booked with your address/)).toBeNull());
    expect(document.activeElement?.textContent).toContain('Dr. Rogue');
  });

  it('says that the practice booked it where it did; what is none of the client’s own is not their next session, and no link of it leads anywhere', async () => {
    const link = { place_kind: 'video', place_detail: 'https://evil.example/meet' } as const;
    const planted = sampleAppointment(1, { therapist_name: 'Dr. Rogue', practice_confirmed: false, by_practice: true, ...link });
    const unsigned = sampleAppointment(2, { therapist_name: 'Dr. Vale', practice_confirmed: false });
    dashboard = { ...dashboard, upcoming_bookings: [planted, unsigned, sampleAppointment(3, { ...link, place_detail: 'https://meet.example/own' })] };
    await open('/client/dashboard?tab=appointments');
    await screen.findByText('Dr. Rogue booked this for you. Do you go there? If so, confirm it; else it stays with this address.');
    await screen.findByText(/^You booked this without signing in/);
    const next = screen.getByText(/^Your next session/).closest('section');
    expect([next?.textContent?.includes('Dr. Amélie'), next?.textContent?.includes('Dr. Rogue')]).toEqual([true, false]);
    expect(screen.getByText('https://evil.example/meet').closest('a')).toBeNull();
    expect(screen.getAllByText('https://meet.example/own').map((shown) => shown.closest('a')?.getAttribute('href'))).toEqual(['https://meet.example/own', 'https://meet.example/own']);
  });

  it('asks of one appointment whether the client booked it, with what was typed in sight; whoever else did has a link that can end', async () => {
    const typed = sampleAppointment(3, { by_visitor: true, client_name: 'Nadia Falsch', client_phone: '+49 170 666666', client_notes: 'I lied about everything.' });
    const other = sampleAppointment(4, { by_visitor: true, service_name: 'Evening talk' });
    dashboard = { ...dashboard, upcoming_bookings: [typed, other] };
    const said: string[] = [];
    const say = ({ path }: { path: string }) => {
      said.push(path);
      if (path.endsWith('/own')) dashboard = { ...dashboard, upcoming_bookings: [{ ...typed, by_visitor: false }, other] };
      return { json: typed };
    };
    server.handlers['POST /api/client/bookings/{id}/own'] = say;
    server.handlers['POST /api/client/bookings/{id}/not-own'] = say;
    const { user } = await open('/client/dashboard?tab=appointments');
    const press = async () => user.click((await screen.findAllByRole('button', { name: /^I booked this: Individual session/ }))[0] as HTMLElement);
    await press();
    const asked = screen.getByRole('alertdialog', { name: 'Did you book this appointment yourself?' });
    expect(asked.textContent).toMatch(/Nadia Falsch.*\+49 170 666666.*I lied about everything\./);
    await user.click(within(asked).getByRole('button', { name: 'Somebody else did' }));
    await user.click(screen.getByRole('button', { name: 'End their link' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'I booked this' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^I booked this: Individual session/ })).toBeNull());
    expect(screen.getByRole('button', { name: /^I booked this: Evening talk/ })).toBeTruthy();
    expect(said).toEqual([`/api/client/bookings/${typed.id}/not-own`, `/api/client/bookings/${typed.id}/own`]);
    expect(document.activeElement?.textContent).toContain('Individual session');
  });

  it('says how many notes and plans of a long record are not shown, and where they are', async () => {
    dashboard = { ...dashboard, counts: { ...dashboard.counts, session_notes: 14, care_plans: 2 } };
    const { user } = await open('/client/dashboard?tab=notes');
    expect(await screen.findByText(/^11 more session notes are not shown here/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'The copy of your record has all of them' }).getAttribute('href')).toBe('/client/account');
    await user.click(screen.getByRole('tab', { name: 'Care Plans' }));
    expect(await screen.findByText(/^One more care plan is not shown here/)).toBeTruthy();
  });
});
