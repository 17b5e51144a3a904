import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, lost, noOtherCalendars, NOTICES, noticesOf, problem, renderScreen, sampleCalendar, sampleConnection } from '../../../test-kit';
import CalendarPanel from './calendar-panel';

const CONSENT = 'GET /api/auth/google/calendar';
const SAVE = 'PUT /api/therapist/calendar/settings';
const END = 'DELETE /api/therapist/calendar/disconnect';
const REFRESH = 'POST /api/therapist/calendar/refresh';

function open(status = sampleConnection(), handlers: Parameters<typeof fakeApi>[0] = {}) {
  const dirty: boolean[] = [];
  const server = fakeApi({ ...noOtherCalendars, [NOTICES]: () => noticesOf(status), ...handlers });
  const view = renderScreen(<CalendarPanel failure={undefined} onFailureSeen={() => undefined} onDirtyChange={(is) => void dirty.push(is)} />, '/dashboard?tab=calendar');
  return { server, dirty, ...view };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the connection to Google Calendar', () => {
  it('begins at the address that the server gives', async () => {
    const { user } = open(sampleConnection(), { [CONSENT]: () => ({ json: { authorization_url: `${window.location.href}#consent` } }) });
    expect(await screen.findByText('Connect your Google Calendar for automatic booking management')).toBeTruthy();
    await user.click(await button('Connect'));
    await waitFor(() => expect(window.location.hash).toBe('#consent'));
    expect(screen.queryByRole('button', { name: 'Disconnect' })).toBeNull();
  });

  it('says in the words of the product why it could not begin', async () => {
    const { user, server, toasts } = open(sampleConnection(), { [CONSENT]: () => problem(429, 'Please wait a moment.') });
    await user.click(await button('Connect'));
    await waitFor(() => expect(toasts).toEqual(['Error connecting calendar: Please wait a moment.']));
    server.handlers[CONSENT] = lost;
    await user.click(await button('Connect'));
    await waitFor(() => expect(toasts.at(-1)).toBe('Failed to start calendar connection'));
  });

  it('is not offered where Google does not know the installation', async () => {
    open(sampleConnection({ configured: false }));
    expect(await screen.findByText('Not set up here')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
  });

  it('shows whose it is, how far it is in step, and leads to the calendar in a new tab', async () => {
    open(sampleConnection({ connected: true, demo: true }));
    const card = within(await screen.findByRole('region', { name: 'Google Calendar' }));
    const text = (name: string) => card.getByText(name).nextElementSibling?.textContent;
    expect([text('Account'), text('Busy times')]).toEqual(['amelie@example.com', '1,284 times to come are blocked']);
    expect(text('Last in step')).toMatch(/, \d\d:\d\d \(8 minutes ago\)$/);
    expect(card.getByText(/demo Google/)).toBeTruthy();
    const link = card.getByRole('link', { name: /^Open calendar/ });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  });

  it('that is broken says so, what helps, and is made again', async () => {
    open(sampleConnection({ connected: true, state: 'needs_reconnect', reason: 'revoked', detail: 'Google does not accept the connection any more.', missing_appointments: 2 }));
    expect(await screen.findByText('Google does not accept the connection any more.')).toBeTruthy();
    expect(screen.getByText('2 upcoming appointments are not in your calendar yet.')).toBeTruthy();
    expect(await button('Connect again')).toBeTruthy();
  });

  it('that holds more than is kept says from when on nobody can book, and what helps', async () => {
    open(sampleConnection({ connected: true, busy_known_until: '2027-05-03T08:00:00.000Z' }));
    expect(await screen.findByText(/^There are more busy times than Attune keeps: nobody can book from Mon 3 May.* on\.$/)).toBeTruthy();
    expect(screen.getByText(/Let fewer calendars block times below/)).toBeTruthy();
  });

  it('is ended after the question, and the focus stays at its card', async () => {
    let status = sampleConnection({ connected: true });
    const { user, toasts, dirty } = open(status, { [NOTICES]: () => noticesOf(status), [END]: () => ({ json: { status: 'disconnected', revoked: true } }) });
    await user.click(await button('Disconnect'));
    const question = within(screen.getByRole('alertdialog', { name: 'Are you sure you want to disconnect Google Calendar?' }));
    expect(question.getByText(/already stay there, at Google/)).toBeTruthy();
    status = sampleConnection();
    await user.click(question.getByRole('button', { name: 'Disconnect' }));
    expect(await button('Connect')).toBeTruthy();
    expect(toasts).toEqual(['Google Calendar is disconnected']);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Google Calendar' })));
    expect(dirty.at(-1)).toBe(false);
  });

  it('stays when it could not be ended', async () => {
    const { user, toasts } = open(sampleConnection({ connected: true }), { [END]: lost });
    await user.click(await button('Disconnect'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(toasts).toEqual(['Failed to disconnect calendar']));
    expect(await button('Disconnect')).toBeTruthy();
  });

  it('is looked at anew, and says why it could not be', async () => {
    const status = sampleConnection({ connected: true });
    const { user, toasts, server } = open(status, { [REFRESH]: () => problem(429, 'The calendar was asked very often.') });
    await user.click(await button('Refresh status'));
    await waitFor(() => expect(toasts).toEqual(['Error checking calendar status: The calendar was asked very often.']));
    server.handlers[REFRESH] = () => ({ json: status });
    await user.click(await button('Refresh status'));
    expect(await screen.findByText('Google is being asked…')).toBeTruthy();
  });

  it('that could not be read is asked for again', async () => {
    const { user, toasts, server } = open(sampleConnection(), { [NOTICES]: () => problem(503, 'Resting.') });
    const again = await button('Try Again');
    expect(toasts).toEqual(['Failed to check calendar status']);
    server.handlers[NOTICES] = () => noticesOf(sampleConnection());
    await user.click(again);
    expect(await button('Connect')).toBeTruthy();
  });
});

describe('other calendars than the main one', () => {
  const main = sampleCalendar({ is_primary: true, blocks: true, takes_appointments: true });
  const mainAlone = sampleConnection({ connected: true, may_list: false, calendars: [main] });

  it('are asked for in a step of their own, in plain words', async () => {
    const { user, server } = open(mainAlone, { [CONSENT]: () => ({ json: { authorization_url: `${window.location.href}#others` } }) });
    expect(await screen.findByText('Attune uses your main calendar only.')).toBeTruthy();
    expect(screen.getByText(/needs to see the list of their names/)).toBeTruthy();
    await user.click(await button('Choose other calendars'));
    await waitFor(() => expect(window.location.hash).toBe('#others'));
    expect(server.to(CONSENT)[0]?.query.get('ask')).toBe('calendar_list');
  });

  it('say why they could not be asked for', async () => {
    const { user, toasts } = open(mainAlone, { [CONSENT]: () => problem(429, 'Please wait a moment.') });
    await user.click(await button('Choose other calendars'));
    await waitFor(() => expect(toasts).toEqual(['Error asking for your other calendars: Please wait a moment.']));
  });

  it('that were chosen go on without the list, and a broken connection is made again first', async () => {
    open({ ...mainAlone, state: 'needs_reconnect', reason: 'revoked', detail: 'Please connect again.', calendars: [main, sampleCalendar({ name: 'Family', blocks: true })] });
    expect(await screen.findByText('Attune no longer sees the list of your calendars.')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Family' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose other calendars' })).toBeNull();
  });

  it('are not spoken of where the list is seen', async () => {
    open(sampleConnection({ connected: true }));
    expect(await screen.findByRole('checkbox', { name: 'Family' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Choose other calendars' })).toBeNull();
  });
});

describe('the choices for a calendar', () => {
  const main = sampleCalendar({ is_primary: true, blocks: true, takes_appointments: true });
  const family = sampleCalendar({ name: 'Family', writable: false });
  const old = sampleCalendar({ name: 'Old practice', blocks: true, gone: true });
  const connected = (calendars = [main, family]) => sampleConnection({ connected: true, calendars });

  it('are saved together, and it is said that they are not yet', async () => {
    const { user, server, toasts, dirty } = open(connected(), { [SAVE]: () => ({ json: sampleConnection({ connected: true, calendars: [{ ...main, takes_appointments: false }, { ...family, blocks: true }], titles: 'plain', meet_links: true }) }) });
    await user.click(await screen.findByRole('checkbox', { name: 'Family' }));
    expect(dirty.at(-1)).toBe(true);
    expect(screen.getByText('You have unsaved changes.')).toBeTruthy();
    const target = screen.getByLabelText('Calendar for your appointments');
    expect(within(target).getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['None', 'amelie@example.com (main calendar)']);
    await user.selectOptions(target, 'None');
    await user.click(screen.getByRole('radio', { name: '“Appointment” alone' }));
    await user.click(screen.getByRole('checkbox', { name: 'Make Google Meet links' }));
    await user.click(await button('Save choices'));
    await waitFor(() => expect(toasts).toEqual(['Calendar choices saved']));
    expect(server.to(SAVE)[0]?.body).toEqual({ blocking: [main.id, family.id], appointments: null, titles: 'plain', meet_links: true });
    await waitFor(() => expect(dirty.at(-1)).toBe(false));
  });

  it('name what was deleted at Google, and ask for another one', async () => {
    const target = { ...main, gone: true, blocks: false };
    const { user, server } = open(connected([target, old, family]));
    expect((await screen.findByRole('checkbox', { name: 'Old practice' })).closest('li')?.textContent).toMatch(/Deleted at Google/);
    expect(screen.queryByRole('checkbox', { name: 'amelie@example.com' })).toBeNull();
    await user.click(await button('Save choices'));
    expect(await screen.findByText('This calendar was deleted at Google. Please choose another one.')).toBeTruthy();
    expect(server.to(SAVE)).toEqual([]);
  });

  it('stay as they are when they are refused, with the words at their field', async () => {
    const { user, toasts } = open(connected(), { [SAVE]: () => problem(422, 'No.', [{ field: 'appointments', message: 'Appointments can only go to a calendar that you may write to.' }]) });
    await user.click(await screen.findByRole('checkbox', { name: 'Family' }));
    await user.click(await button('Save choices'));
    expect(await screen.findByText('Appointments can only go to a calendar that you may write to.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Family' }).checked).toBe(true);
    expect(toasts).toEqual(['Failed to save calendar choices']);
  });
});
