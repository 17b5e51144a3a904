import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, renderAt, sampleTherapist, type SeenCall } from '../../../test-kit';
import type { Therapist } from '../../../wire';
import { TherapistsPanel } from './therapists-panel';

const LIST = 'GET /api/admin/therapists';
const ONE = 'GET /api/admin/therapist/{id}';
const STATUS = 'PUT /api/admin/therapist/{id}/status';

/** A server that keeps therapists, searches them and hands them out by the page. */
function practices(therapists: Therapist[]) {
  return {
    [LIST]: ({ query }: SeenCall) => {
      const found = therapists.filter(
        (one) =>
          one.display_name.toLowerCase().includes((query.get('q') ?? '').toLowerCase()) &&
          (!query.has('status') || one.is_active === (query.get('status') === 'active')),
      );
      const from = Number(query.get('cursor') ?? 0);
      const to = from + Number(query.get('limit'));
      const headers = to < found.length ? { Link: `</api/admin/therapists?cursor=${to}>; rel="next"` } : undefined;
      return { json: { therapists: found.slice(from, to), total: found.length }, headers };
    },
    [ONE]: () => ({ json: { therapist: therapists[0], upcoming_bookings: 3, upcoming_clients: 2 } }),
    [STATUS]: ({ body }: SeenCall) => {
      const changed = therapists[0] as Therapist;
      Object.assign(changed, { is_active: (body as { is_active: string }).is_active === 'true' });
      return { json: changed };
    },
  };
}

function open(path = '/admin/dashboard?tab=therapists') {
  return renderAt(path, <TherapistsPanel />);
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

describe('The therapists', () => {
  it('are listed with everything that the columns name', async () => {
    const bare = sampleTherapist({ display_name: 'عمر الفاروق', custom_slug: null, calendar_connected: false, is_active: false, last_login_at: null });
    fakeApi(practices([sampleTherapist({ display_name: 'Ana' }), bare]));
    open();
    const cells = (await rowOf('Ana')).getAllByRole('cell').map((cell) => cell.textContent);
    expect(cells.slice(0, 3)).toEqual(['amelie@example.org', '1,284', 'Connected']);
    expect(cells[3]).toBe('5 Jan 2026Last sign-in: 20 Nov 2026');
    expect(cells[4]).toBe('Active');
    const other = await rowOf('عمر الفاروق');
    for (const words of ['No slug', 'Not Connected', 'Inactive', 'Last sign-in: Never']) expect(other.getByText(words)).toBeTruthy();
    expect(other.getByText('عمر الفاروق').getAttribute('dir')).toBe('auto');
    expect(screen.getByText('1 to 2 of 2')).toBeTruthy();
  });

  it('are deactivated after the question, which says what happens at once', async () => {
    const api = fakeApi(practices([sampleTherapist({ display_name: 'Ana' })]));
    const { user, toasts } = open();
    await user.click((await rowOf('Ana')).getByRole('button', { name: 'Deactivate: Ana' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toMatch(/signed out at once.*public page.*appointments that are to come stay booked/);
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Keep active' }));
    await user.keyboard('{Enter}');
    expect(api.to(STATUS)).toEqual([]);

    await user.click((await rowOf('Ana')).getByRole('button', { name: 'Deactivate: Ana' }));
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(toasts).toEqual(['Ana was deactivated']));
    expect((await rowOf('Ana')).getByText('Inactive')).toBeTruthy();
    expect(api.to(STATUS).map(({ body }) => body)).toEqual([{ is_active: 'false' }]);
    expect(api.to(STATUS)[0]?.headers.get('Content-Type')).toMatch(/^multipart\/form-data/);
  });

  it('are activated at once', async () => {
    const api = fakeApi(practices([sampleTherapist({ display_name: 'Ana', is_active: false })]));
    const { user } = open();
    await user.click((await rowOf('Ana')).getByRole('button', { name: 'Activate: Ana' }));
    await waitFor(async () => expect((await rowOf('Ana')).getByText('Active')).toBeTruthy());
    expect(api.to(STATUS).map(({ body }) => body)).toEqual([{ is_active: 'true' }]);
  });

  it('stay as they were when the change fails, with a banner to put away', async () => {
    fakeApi({ ...practices([sampleTherapist({ display_name: 'Ana', is_active: false })]), [STATUS]: () => problem(500, 'Down.') });
    const { user } = open();
    await user.click((await rowOf('Ana')).getByRole('button', { name: 'Activate: Ana' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to update therapist status');
    expect((await rowOf('Ana')).getByText('Inactive')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are searched while typing; the status stands in the address, the words do not', async () => {
    fakeApi(practices([sampleTherapist({ display_name: 'Ana' }), sampleTherapist({ display_name: 'Öztürk', is_active: false })]));
    const { user } = open();
    await rowOf('Ana');
    await user.type(screen.getByLabelText('Search'), 'özt');
    await waitFor(() => expect(screen.queryByText('Ana')).toBeNull());
    await user.selectOptions(screen.getByLabelText('Status'), 'active');
    await screen.findByText('No therapists match');
    const address = new URLSearchParams(window.location.search);
    expect(Object.fromEntries(address)).toEqual({ tab: 'therapists', status: 'active' });
    await user.click(screen.getByRole('button', { name: 'Show all therapists' }));
    await rowOf('Ana');
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Search'));
  });

  it('are paged by fifty, to and fro, and another search starts at its first page', async () => {
    const api = fakeApi(practices(Array.from({ length: 120 }, (_, index) => sampleTherapist({ display_name: `T${index}.` }))));
    const { user } = open();
    await rowOf('T0.');
    expect(screen.getByText('1 to 50 of 120')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous' }).matches(':disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await rowOf('T50.');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await rowOf('T119.');
    expect(screen.getByText('101 to 120 of 120')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next' }).matches(':disabled')).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Previous' }));
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await rowOf('T50.');
    expect(api.to(LIST)).toHaveLength(3);
    await user.type(screen.getByLabelText('Search'), 'T7.');
    await rowOf('T7.');
    expect(api.to(LIST).at(-1)?.query.has('cursor')).toBe(false);
  });

  it('are put in another order by their headers; order and page stand in the address', async () => {
    const api = fakeApi(practices(Array.from({ length: 60 }, (_, index) => sampleTherapist({ display_name: `T${index}.` }))));
    const { user } = open();
    await rowOf('T0.');
    const header = (name: string) => screen.getByRole('columnheader', { name });
    expect(header('Joined').getAttribute('aria-sort')).toBe('descending');
    expect(header('Calendar').hasAttribute('aria-sort')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await rowOf('T50.');
    expect(window.location.search).toContain('therapists_page=2');
    await user.click(screen.getByRole('button', { name: 'Bookings' }));
    await rowOf('T0.');
    expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({ tab: 'therapists', sort: 'bookings-asc' });
    expect(header('Bookings').getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Bookings' }));
    await waitFor(() => expect(Object.fromEntries(api.to(LIST).at(-1)?.query ?? [])).toEqual({ limit: '50', sort: 'bookings', order: 'desc' }));
    await user.selectOptions(screen.getByLabelText('Order'), 'joined-desc');
    await waitFor(() => expect(window.location.search).toBe('?tab=therapists'));
  });

  it('are deactivated after it was told how many appointments and clients that touches', async () => {
    const answers = practices([sampleTherapist({ display_name: 'Ana' })]);
    fakeApi(answers);
    const { user } = open();
    await user.click((await rowOf('Ana')).getByRole('button', { name: 'Deactivate: Ana' }));
    await screen.findByText('3 appointments that are to come stay booked. The therapist and the 2 clients are told by mail.');
    await user.click(screen.getByRole('button', { name: 'Keep active' }));
    fakeApi({ ...answers, [ONE]: () => problem(500, 'Down.') });
    await user.click((await rowOf('Ana')).getByRole('button', { name: 'Deactivate: Ana' }));
    await screen.findByText(/They could not be counted\. The therapist and the clients are told by mail\./);
  });
});
