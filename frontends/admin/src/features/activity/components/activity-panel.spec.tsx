import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, renderAt, sampleActivity, type SeenCall } from '../../../test-kit';
import { ActivityPanel } from './activity-panel';

const LIST = 'GET /api/admin/activity';
const PATH = '/admin/dashboard?tab=activity';

describe('The activity log', () => {
  it('tells what, when, who and the details of each entry', async () => {
    const entry = sampleActivity({ action: 'admin_login_failed', user_type: 'visitor', user_id: null, details: { fields: ['bio', 'credentials'], subject_type: 'user' } });
    fakeApi({ [LIST]: () => ({ json: { activities: [entry] } }) });
    renderAt(PATH, <ActivityPanel />);
    const row = within((await screen.findByText('ADMIN LOGIN FAILED', { selector: 'span' })).closest('li') as HTMLElement);
    expect(row.getByText('visitor')).toBeTruthy();
    expect(row.getByText('bio, credentials')).toBeTruthy();
    expect(row.getByText('Subject type:')).toBeTruthy();
    expect(document.querySelector('time')?.dateTime).toBe(entry.timestamp);
    expect(screen.getByText(/^Times are those of/)).toBeTruthy();
  });

  it('is filtered by action and user; both stand in the address', async () => {
    const api = fakeApi({
      [LIST]: ({ query }) => ({ json: { activities: query.has('action') ? [] : [sampleActivity()] } }),
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
    const api = fakeApi({ [LIST]: () => ({ json: { activities: [] } }) });
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
        return { json: { activities: entries.slice(from, from + 50) }, headers };
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
});
