import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, renderAt, sampleActivity, type SeenCall } from '../../../test-kit';
import { folded } from '../folded-activity';
import { ActivityPanel } from './activity-panel';

const LIST = 'GET /api/admin/activity';
const CSV = 'GET /api/admin/activity.csv';
const PATH = '/admin/dashboard?tab=activity';

describe('The activity log', () => {
  it('tells what, when, who and the details of each entry', async () => {
    const entry = sampleActivity({ action: 'admin_login_failed', user_type: 'visitor', user_id: null, details: { fields: ['bio', 'credentials'], subject_type: 'user' } });
    fakeApi({ [LIST]: () => ({ json: { activities: [entry], actions: [] } }) });
    renderAt(PATH, <ActivityPanel />);
    const row = within((await screen.findByText('ADMIN LOGIN FAILED', { selector: 'span' })).closest('li') as HTMLElement);
    expect(row.getByText('visitor')).toBeTruthy();
    expect(row.getByText('bio, credentials')).toBeTruthy();
    expect(row.getByText('Subject type:')).toBeTruthy();
    expect(document.querySelector('time')?.dateTime).toBe(entry.timestamp);
    expect(screen.getByText(/^Times are those of/)).toBeTruthy();
  });

  it('says of an entry that somebody added in the database that Attune did not write it', async () => {
    fakeApi({ [LIST]: () => ({ json: { activities: [sampleActivity({ details: { not_written_by_attune: true } })], actions: [] } }) });
    renderAt(PATH, <ActivityPanel />);
    expect((await screen.findByText('Not written by Attune:')).parentElement?.textContent).toBe('Not written by Attune: yes');
  });

  it('is filtered by action and user; both stand in the address', async () => {
    const api = fakeApi({
      [LIST]: ({ query }) => ({ json: { activities: query.has('action') ? [] : [sampleActivity()], actions: ['book_session', 'login', 'seldom_done'] } }),
    });
    const { user } = renderAt(PATH, <ActivityPanel />);
    await screen.findByText('LOGIN', { selector: 'span' });
    await user.selectOptions(screen.getByLabelText('Action'), 'book_session');
    await screen.findByText('No activity matches');
    await user.selectOptions(screen.getByLabelText('By whom'), 'client');
    await waitFor(() => expect(Object.fromEntries(api.to(LIST).at(-1)?.query ?? [])).toEqual({ limit: '50', action: 'book_session', user_type: 'client' }));
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({ tab: 'activity', action: 'book_session', who: 'client' });
    await user.click(screen.getByRole('button', { name: 'Show all activity' }));
    await screen.findByText('LOGIN', { selector: 'span' });
  });

  it('takes from the address an action of any name, and nothing that is none', async () => {
    const api = fakeApi({ [LIST]: () => ({ json: { activities: [], actions: [] } }) });
    renderAt(`${PATH}&action=break_glass_read&who=nobody`, <ActivityPanel />);
    await screen.findByText('No activity matches');
    expect(screen.getByLabelText<HTMLSelectElement>('Action').value).toBe('break_glass_read');
    expect(Object.fromEntries(api.to(LIST)[0]?.query ?? [])).toEqual({ limit: '50', action: 'break_glass_read' });
  });

  it('is read by the page, and Refresh shows the page anew', async () => {
    const entries = Array.from({ length: 51 }, (_, index) => sampleActivity({ details: { number: index } }));
    const api = fakeApi({
      [LIST]: ({ query }: SeenCall) => {
        const from = Number(query.get('cursor') ?? 0);
        const headers = from === 0 ? { Link: '</api/admin/activity?cursor=50>; rel="next"' } : undefined;
        return { json: { activities: entries.slice(from, from + 50), actions: [] }, headers };
      },
    });
    const { user } = renderAt(PATH, <ActivityPanel />);
    await screen.findByText('Entries 1 to 50');
    await user.click(screen.getByRole('button', { name: 'Older' }));
    await screen.findByText('Entries 51');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Newer' }));
    await screen.findByText('Entries 1 to 50');
    expect(api.to(LIST)).toHaveLength(2);
  });

  it('offers every action that the log holds', async () => {
    fakeApi({ [LIST]: () => ({ json: { activities: [sampleActivity()], actions: ['seldom_done', 'activate_therapist'] } }) });
    renderAt(PATH, <ActivityPanel />);
    await screen.findByText('LOGIN', { selector: 'span' });
    const options = [...screen.getByLabelText<HTMLSelectElement>('Action').options].map(({ text }) => text);
    expect(options).toEqual(['Any action', 'ACTIVATE THERAPIST', 'SELDOM DONE']);
  });

  it('is filtered by person and days, which begin and end by the reader’s clock', async () => {
    const api = fakeApi({ [LIST]: () => ({ json: { activities: [sampleActivity()], actions: [] } }) });
    const { user } = renderAt(`${PATH}&log_page=2&log_after=abc`, <ActivityPanel />);
    await user.type(screen.getByLabelText('Therapist or administrator'), 'okonkwo');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '0002-11-20' } });
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-20' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-21' } });
    await waitFor(() =>
      expect(Object.fromEntries(api.to(LIST).at(-1)?.query ?? [])).toEqual({
        limit: '50',
        person: 'okonkwo',
        from: new Date(2026, 10, 20).toISOString(),
        to: new Date(2026, 10, 22).toISOString(),
      }),
    );
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({ tab: 'activity', from: '2026-11-20', to: '2026-11-21' });
  });

  it('is told in sentences, with links to therapists and without a client’s name', async () => {
    const amelie = { user_id: 'a', user_name: 'Dr. Amélie', user_type: 'therapist' } as const;
    const ada = { user_id: 'b', user_name: 'ada', user_type: 'admin' } as const;
    const activities = [
      sampleActivity({ ...amelie, action: 'cancel_session', details: { subject_type: 'booking' } }),
      sampleActivity({ ...ada, action: 'deactivate_therapist', subject_name: 'Dr. Amélie', details: { subject_type: 'therapist', subject_id: 'a' } }),
      sampleActivity({ user_type: 'client', action: 'book_session', user_id: 'c' }),
      sampleActivity({ user_type: 'client', action: 'cancel_session', user_id: 'c' }),
      sampleActivity({ user_type: 'visitor', action: 'move_session', user_id: null, user_name: null }),
      sampleActivity({ ...ada, action: 'never_heard_of' }),
    ];
    fakeApi({ [LIST]: () => ({ json: { activities, actions: [] } }) });
    renderAt(PATH, <ActivityPanel />);
    await screen.findAllByText('CANCEL SESSION');
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)).toEqual([
      'Dr. Amélie cancelled a client’s session',
      'ada deactivated Dr. Amélie',
      'A client booked a session',
      'A client cancelled their session',
      'A visitor moved a session',
      'ada never heard of',
    ]);
    expect(screen.getAllByRole('link', { name: 'Dr. Amélie' })[0]?.getAttribute('href')).toBe('/admin/dashboard?tab=therapists');
  });

  it('folds what says the same, such as the marks of an update, whichever table each is about', () => {
    const marks = ['adopt_persons', 'adopt_break_glass', 'adopt_form_versions'].map((action, index) =>
      sampleActivity({ id: `mark-${index}`, action, user_type: 'system', user_id: null, user_name: null, details: { rows: index } }),
    );
    expect(folded(marks).map(({ entries }) => entries.length)).toEqual([3]);
  });

  it('folds what somebody did again and again', async () => {
    const same = { user_id: 'a', user_name: 'ada', user_type: 'admin', action: 'admin_view_activity' } as const;
    const activities = [
      sampleActivity({ ...same, details: { entries: 50 } }),
      sampleActivity({ ...same, details: { entries: 12 } }),
      sampleActivity({ ...same, details: { entries: 3 } }),
      sampleActivity({ user_type: 'client' }),
      sampleActivity({ ...same, details: { entries: 1 } }),
    ];
    fakeApi({ [LIST]: () => ({ json: { activities, actions: [] } }) });
    renderAt(PATH, <ActivityPanel />);
    const repeats = await screen.findByText(/^3 times, since /);
    expect(within(repeats.closest('details') as HTMLElement).getAllByRole('listitem', { hidden: true })).toHaveLength(3);
    expect(screen.getAllByText('ADMIN VIEW ACTIVITY')).toHaveLength(2);
  });

  it('is saved as a file with the same filters', async () => {
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    const api = fakeApi({
      [LIST]: () => ({ json: { activities: [sampleActivity()], actions: [] } }),
      [CSV]: () => ({ json: 'file', headers: { 'Content-Disposition': 'attachment; filename="activity.csv"' } }),
    });
    const { user, toasts } = renderAt(`${PATH}&action=login&person=ada`, <ActivityPanel />);
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(toasts).toEqual(['Activity exported, the newest 10,000 entries at most']));
    expect(saved).toEqual(['activity.csv']);
    expect(Object.fromEntries(api.to(CSV)[0]?.query ?? [])).toEqual({ action: 'login', person: 'ada' });
  });
});
