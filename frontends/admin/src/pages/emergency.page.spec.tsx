import { screen, waitFor } from '@testing-library/react';
import { fakeApi, type Handler, problem, renderAt, sampleDashboard, sampleGrant, sampleId, sampleTherapist, type SeenCall, signedOut } from '../test-kit';
import type { Grant } from '../wire';

const READ = 'GET /api/admin/break-glass/{id}/record';
const OPEN = 'POST /api/admin/break-glass';

const profile = { id: sampleId(), display_name: 'Dr. Amélie Okonkwo-Reyes', bio: 'Kind.', credentials: '', languages: ['English', 'العربية'], timezone: 'America/New_York', custom_slug: null, created_at: '2026-01-05T12:00:00.000Z' };
const note = { id: sampleId(), client_id: null, client_name: null, booking_id: null, title: '<b>First</b>', content: 'Line one\nLine two', summary: null, is_client_visible: false, created_at: '2026-11-05T12:00:00.000Z', updated_at: '2026-11-05T12:00:00.000Z' };

function area(grants: Grant[], more: Record<string, Handler> = {}) {
  return fakeApi({
    'GET /api/admin/dashboard': () => ({ json: sampleDashboard({ break_glass: grants }) }),
    'GET /api/admin/jobs': () => ({ json: { jobs: [] } }),
    [READ]: ({ query }: SeenCall) => {
      const section = query.get('section');
      const rows = section === 'profile' ? [profile] : section === 'session_notes' ? [note] : [];
      return { json: { therapist: { id: sampleId(), display_name: 'Dr. Amélie Okonkwo-Reyes', email: 'amelie@example.org' }, section, rows } };
    },
    ...more,
  });
}

describe('Opening emergency access', () => {
  const ana = sampleTherapist({ display_name: 'Ana' });
  const list = { 'GET /api/admin/therapists': () => ({ json: { therapists: [ana], total: 1 } }) };

  it('asks for a reason, says what it does, and opens the record', async () => {
    const grants: Grant[] = [];
    const api = area(grants, {
      ...list,
      [OPEN]: ({ body }) => {
        grants.push(sampleGrant(60, { therapist_id: ana.id, ...(body as object) }));
        return { status: 201, json: grants[0] };
      },
    });
    const { user } = renderAt('/admin/dashboard?tab=therapists');
    await user.click(await screen.findByRole('button', { name: 'Emergency access: Ana' }));
    const dialog = await screen.findByRole('dialog', { name: 'Emergency access' });
    expect(dialog.textContent).toMatch(/60 minutes.*cannot change anything.*told by mail.*in the activity log/);
    const reason = screen.getByLabelText('Why do you need to look?');
    expect(document.activeElement).toBe(reason);
    await user.type(reason, '  too few ');
    await user.click(screen.getByRole('button', { name: 'Open for 60 minutes' }));
    expect(screen.getByText('Please say in at least 10 characters why you need to look.')).toBeTruthy();
    expect(api.to(OPEN)).toEqual([]);
    await user.clear(reason);
    await user.type(reason, 'A court order of today.');
    await user.click(screen.getByRole('button', { name: 'Open for 60 minutes' }));
    await screen.findByText('Kind.');
    expect(api.to(OPEN).map(({ body }) => body)).toEqual([{ therapist_id: ana.id, reason: 'A court order of today.' }]);
    expect(window.location.pathname).toBe(`/admin/emergency/${grants[0]?.id}`);
  });

  it('tells why it was refused and keeps what was typed', async () => {
    area([], { ...list, [OPEN]: () => problem(409, 'You have access to this therapist’s records already.') });
    const { user } = renderAt('/admin/dashboard?tab=therapists');
    await user.click(await screen.findByRole('button', { name: 'Emergency access: Ana' }));
    await user.type(await screen.findByLabelText('Why do you need to look?'), 'A court order of today.');
    await user.click(screen.getByRole('button', { name: 'Open for 60 minutes' }));
    await screen.findByText('You have access to this therapist’s records already.');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Why do you need to look?').value).toBe('A court order of today.');
  });

  it('enters what is open already without a second reason', async () => {
    const grant = sampleGrant(30, { therapist_id: ana.id });
    area([grant], list);
    const { user } = renderAt('/admin/dashboard?tab=therapists');
    await user.click(await screen.findByRole('button', { name: 'Emergency access: Ana' }));
    await screen.findByText('Kind.');
    expect(window.location.pathname).toBe(`/admin/emergency/${grant.id}`);
  });
});

describe('The record', () => {
  it('is read part by part, and no part twice by itself', async () => {
    const grant = sampleGrant(60);
    const api = area([grant]);
    const { user } = renderAt(`/admin/emergency/${grant.id}`);
    await screen.findByText('Kind.');
    expect(screen.getByText('English, العربية')).toBeTruthy();
    expect(screen.getByRole('timer', { name: 'Time left' }).textContent).toMatch(/^(59:\d\d|1:00:00)$/);
    await user.click(screen.getByRole('tab', { name: 'Session notes' }));
    // What people typed is text, never markup.
    await screen.findByText('<b>First</b>');
    expect(screen.getByText('Private')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Care plans' }));
    await screen.findByText('There are no care plans.');
    await user.click(screen.getByRole('tab', { name: 'Profile' }));
    await screen.findByText('Kind.');
    expect(api.to(READ).map(({ query }) => query.get('section'))).toEqual(['profile', 'session_notes', 'care_plans']);
    expect(screen.queryByRole('button', { name: /edit|save|delete/i })).toBeNull();
  });

  it('is closed and forgotten when the access is ended', async () => {
    const grants = [sampleGrant(60)];
    area(grants, { 'POST /api/admin/break-glass/{id}/end': () => ({ json: { ...grants.pop(), ended_at: new Date().toISOString() } }) });
    const { user, client } = renderAt(`/admin/emergency/${grants[0]?.id}`);
    await screen.findByText('Kind.');
    await user.click(screen.getByRole('button', { name: 'End access' }));
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'This access has ended' }));
    expect(document.body.textContent).not.toContain('Kind.');
    expect(client.getQueryCache().findAll({ queryKey: ['admin', 'record'] })).toEqual([]);
  });

  it('closes by itself when the hour is over', async () => {
    const grant = sampleGrant(0, { expires_at: new Date(Date.now() + 1_500).toISOString() });
    const { client } = (area([grant]), renderAt(`/admin/emergency/${grant.id}`));
    await screen.findByText('Kind.');
    await screen.findByRole('heading', { name: 'This access has ended' });
    await waitFor(() => expect(client.getQueryCache().findAll({ queryKey: ['admin', 'record'] })).toEqual([]));
  });

  it('is not there without an open access of one’s own', async () => {
    const api = area([]);
    renderAt(`/admin/emergency/${sampleId()}`);
    await screen.findByRole('heading', { name: 'This access has ended' });
    expect(api.to(READ)).toEqual([]);
  });

  it('says that a part could not be read', async () => {
    const grant = sampleGrant(60);
    let down = true;
    area([grant], { [READ]: () => (down ? problem(500, 'Down.') : { json: { therapist: {}, section: 'profile', rows: [profile] } }) });
    const { user } = renderAt(`/admin/emergency/${grant.id}`);
    await screen.findByText('Failed to load this part of the record');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Kind.');
  });

  it('leads to the sign-in when the session is over, and nothing of it stays on the screen', async () => {
    const grant = sampleGrant(60);
    let over = false;
    area([grant], { 'GET /api/admin/dashboard': () => (over ? signedOut() : { json: sampleDashboard({ break_glass: [grant] }) }) });
    const { client } = renderAt(`/admin/emergency/${grant.id}`);
    await screen.findByText('Kind.');
    over = true;
    void client.refetchQueries({ queryKey: ['admin', 'dashboard'] });
    await screen.findByText('Your session has ended. Please sign in again.');
    await waitFor(() => expect(client.getQueryCache().findAll({ queryKey: ['admin', 'record'] })).toEqual([]));
    expect(document.body.textContent).not.toContain('Kind.');
  });
});
