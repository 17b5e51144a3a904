import { screen, waitFor } from '@testing-library/react';
import { fakeApi, type Handler, problem, renderAt, sampleDashboard, sampleGrant, sampleId, type SeenCall, signedOut } from '../test-kit';
import type { Grant } from '../wire';

const READ = 'GET /api/admin/break-glass/{id}/record';
const OPEN = 'POST /api/admin/break-glass';
const HISTORY = 'GET /api/admin/break-glass/history';
const FACTOR = 'GET /api/admin/second-factor';
const TAB = '/admin/dashboard?tab=emergency';

const profile = { id: sampleId(), name: 'Nadia Öztürk', email: 'nadia@example.org', phone: null, therapists: [{ id: sampleId(), display_name: 'Dr. Amélie Okonkwo-Reyes', email: 'amelie@example.org' }] };
const note = { id: sampleId(), therapist_name: 'Dr. Amélie Okonkwo-Reyes', booking_id: null, title: '<b>First</b>', content: 'Line one\nLine two', summary: null, is_client_visible: false, created_at: '2026-11-05T12:00:00.000Z', updated_at: '2026-11-05T12:00:00.000Z' };

const form = {
  id: sampleId(), therapist_name: 'Dr. Amélie Okonkwo-Reyes', title: 'PHQ-9', version: 2, signed_name: 'Nadia Öztürk', completed_at: '2026-11-05T12:00:00.000Z',
  answers: [{ question: 'What helps?', answer: ['Walking', 'Writing'] }, { question: 'Since when?', answer: null }],
  score: { id: sampleId(), instrument: 'phq-9', completed_at: '2026-11-05T12:00:00.000Z', sum: 12, most: 27, severity: 'moderate', self_harm: 1, self_harm_answer: 'Several days' },
};
const booking = {
  id: sampleId(), therapist_name: 'Dr. Amélie Okonkwo-Reyes', client_name: 'Nadia Öztürk', client_email: 'nadia@example.org', client_phone: null, appointment_date: '2026-11-05', appointment_time: '09:00', timezone: 'Europe/Paris',
  starts_at: '2026-11-05T08:00:00.000Z', duration_minutes: 50, service_name: 'Session', session_type: 'in-person', place_kind: 'in-person', place_detail: '12 Willow Lane', status: 'confirmed', notes: null, created_at: '2026-11-01T08:00:00.000Z',
};

function area(grants: Grant[], more: Record<string, Handler> = {}) {
  return fakeApi({
    'GET /api/admin/dashboard': () => ({ json: sampleDashboard({ break_glass: grants }) }),
    'GET /api/admin/jobs': () => ({ json: { jobs: [] } }),
    [FACTOR]: () => ({ json: { enabled: true, required: false, recovery_codes_left: 10 } }),
    [HISTORY]: () => ({ json: { openings: grants } }),
    [READ]: ({ query }: SeenCall) => {
      const section = query.get('section');
      const rows = section === 'profile' ? [profile] : section === 'session_notes' ? [note] : section === 'intake_forms' ? [form] : section === 'bookings' ? [booking] : [];
      return { json: { client: { id: profile.id, name: profile.name }, section, rows, ...(section === 'session_notes' && { private_notes: 2 }) } };
    },
    ...more,
  });
}

const REASON = 'A court order of today.';
const typed = { client: 'nadia@example.org', reason: REASON, password: 'correct horse', code: '123456' };

/** The dialog, opened; what is typed into its fields by their names on the wire. */
async function ask(answer: Handler, grants: Grant[] = []) {
  const api = area(grants, { [OPEN]: answer });
  const { user } = renderAt(TAB);
  await user.click(await screen.findByRole('button', { name: 'Open a record…' }));
  const fields = {
    client: await screen.findByLabelText<HTMLInputElement>('Client’s email address or booking id'),
    reason: screen.getByLabelText<HTMLTextAreaElement>('Why do you need to look?'),
    password: screen.getByLabelText<HTMLInputElement>('Your password'),
    code: screen.getByLabelText<HTMLInputElement>('Code'),
  };
  const send = () => user.click(screen.getByRole('button', { name: 'Open for 60 minutes' }));
  const fill = async () => {
    for (const [name, field] of Object.entries(fields)) await user.type(field, typed[name as keyof typeof typed]);
  };
  return { api, user, fields, send, fill };
}

/** What stands at a field as its error. */
const errorAt = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent;

describe('Opening a record', () => {
  it('asks whose, why, and anew who asks; says what it does, and opens the record', async () => {
    const grants: Grant[] = [];
    const { api, fields, send, fill } = await ask(() => {
      grants.push(sampleGrant(60));
      return { status: 201, json: grants[0] };
    }, grants);
    const dialog = await screen.findByRole('dialog', { name: 'Open a client’s record' });
    expect(dialog.textContent).toMatch(/60 minutes.*cannot change anything.*told by mail.*read your name and your reason.*in the activity log/);
    expect(fields.password.type).toBe('password');
    await send();
    for (const field of Object.values(fields)) expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(fields.client);
    expect(api.to(OPEN)).toEqual([]);
    await fill();
    await send();
    await screen.findByText('nadia@example.org');
    expect(api.to(OPEN).map(({ body }) => body)).toEqual([typed]);
    expect(window.location.pathname).toBe(`/admin/emergency/${grants[0]?.id}`);
  });

  it.each([
    [400, 'reason', 'Please give the reason in words'],
    [404, 'client', 'There is no record under this address'],
    [422, 'password', 'That password is not right.'],
    [422, 'code', 'That code is not right.'],
  ] as const)('says at the field what is wrong (%s, %s) and keeps what was typed', async (status, field, message) => {
    const { fields, send, fill } = await ask(() => problem(status, 'Refused.', [{ field, message }]));
    await fill();
    await send();
    await screen.findByText(message);
    expect(errorAt(fields[field])).toContain(message);
    expect(document.activeElement).toBe(fields[field]);
    expect([fields.client.value, fields.reason.value, fields.password.value]).toEqual([typed.client, typed.reason, typed.password]);
    // A code that was looked at works no more.
    expect(fields.code.value).toBe(status === 404 || field === 'code' ? '' : typed.code);
  });

  it('says above the form what belongs to no field', async () => {
    const { send, fill } = await ask(() => problem(409, 'You have three records open.'));
    await fill();
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe('You have three records open.');
  });

  it('is not offered before two-step sign-in is set up', async () => {
    area([], { [FACTOR]: () => ({ json: { enabled: false, required: false, recovery_codes_left: 0 } }) });
    renderAt(TAB);
    expect((await screen.findByRole('link', { name: 'Set up two-step sign-in' })).getAttribute('href')).toBe('/admin/account');
    expect(screen.queryByRole('button', { name: 'Open a record…' })).toBeNull();
  });
});

describe('The history', () => {
  it('has every access with who, whose, when and why, also earlier ones to a whole practice', async () => {
    const ended = sampleGrant(60, { administrator: 'grace', open: false, ended_at: '2026-11-20T10:20:00.000Z', created_at: '2026-11-20T10:00:00.000Z', reason: 'A relative called.' });
    const practice = sampleGrant(0, { open: false, client_id: null, client_name: null, created_at: '2026-01-20T10:00:00.000Z', expires_at: '2026-01-20T11:00:00.000Z' });
    area([], { [HISTORY]: () => ({ json: { openings: [ended, practice] } }) });
    renderAt(TAB);
    await screen.findByText('Reason: A relative called.');
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^Nadia Öztürk.*Kept by Dr\. Amélie.*Opened by grace, 20 Nov 2026.*Ended 20 Nov 2026/);
    expect(rows[1]).toMatch(/^All records of Dr\. Amélie.*Ended 20 Jan 2026, .* at the latest/);
    expect(screen.queryByRole('button', { name: /^End access/ })).toBeNull();
  });

  it('ends an own access that is open in another session, and nobody else’s', async () => {
    const [own, foreign] = [sampleGrant(30), sampleGrant(30, { administrator: 'grace', client_name: 'Mara' })];
    const api = area([], { [HISTORY]: () => ({ json: { openings: [own, foreign] } }), 'POST /api/admin/break-glass/{id}/end': () => ({ json: { ...own, open: false } }) });
    const { user } = renderAt(TAB);
    await user.click(await screen.findByRole('button', { name: 'End access: Nadia Öztürk' }));
    expect(screen.queryByRole('button', { name: 'End access: Mara' })).toBeNull();
    await waitFor(() => expect(api.to('POST /api/admin/break-glass/{id}/end')).toHaveLength(1));
  });
});

describe('The record', () => {
  it('is read part by part, and no part twice by itself', async () => {
    const grant = sampleGrant(60);
    const api = area([grant]);
    const { user } = renderAt(`/admin/emergency/${grant.id}`);
    await screen.findByText('nadia@example.org');
    expect(screen.getByRole('timer', { name: 'Time left' }).textContent).toMatch(/^(59:\d\d|1:00:00)$/);
    await user.click(screen.getByRole('tab', { name: 'Bookings' }));
    expect((await screen.findByText('12 Willow Lane')).parentElement?.textContent).toBe('In person: 12 Willow Lane');
    await user.click(screen.getByRole('tab', { name: 'Intake forms' }));
    await screen.findByText('Thoughts of death or self-harm: Several days');
    expect(screen.getByText('PHQ-9: 12 of 27, moderate')).toBeTruthy();
    expect(screen.getByText('Walking; Writing')).toBeTruthy();
    expect(screen.getByText('Not answered')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Session notes' }));
    // What people typed is text, never markup.
    await screen.findByText('<b>First</b>');
    expect(screen.getByText('Not shared')).toBeTruthy();
    expect(screen.getByText(/^2 more notes are marked private by their therapist/)).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Care plans' }));
    await screen.findByText('There are no care plans.');
    await user.click(screen.getByRole('tab', { name: 'Client' }));
    await screen.findByText('nadia@example.org');
    expect(api.to(READ).map(({ query }) => query.get('section'))).toEqual(['profile', 'bookings', 'intake_forms', 'session_notes', 'care_plans']);
    expect(screen.queryByRole('button', { name: /edit|save|delete/i })).toBeNull();
  });

  it('is closed and forgotten when the access is ended', async () => {
    const grants = [sampleGrant(60)];
    area(grants, { 'POST /api/admin/break-glass/{id}/end': () => ({ json: { ...grants.pop(), ended_at: new Date().toISOString() } }) });
    const { user, client } = renderAt(`/admin/emergency/${grants[0]?.id}`);
    await screen.findByText('nadia@example.org');
    await user.click(screen.getByRole('button', { name: 'End access' }));
    expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'This access has ended' }));
    expect(document.body.textContent).not.toContain('nadia@example.org');
    expect(client.getQueryCache().findAll({ queryKey: ['admin', 'record'] })).toEqual([]);
  });

  it('closes by itself when the hour is over', async () => {
    const grant = sampleGrant(0, { expires_at: new Date(Date.now() + 1_500).toISOString() });
    const { client } = (area([grant]), renderAt(`/admin/emergency/${grant.id}`));
    await screen.findByText('nadia@example.org');
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
    area([grant], { [READ]: () => (down ? problem(500, 'Down.') : { json: { client: {}, section: 'profile', rows: [profile] } }) });
    const { user } = renderAt(`/admin/emergency/${grant.id}`);
    await screen.findByText('Failed to load this part of the record');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('nadia@example.org');
  });

  it('leads to the sign-in when the session is over, and nothing of it stays on the screen', async () => {
    const grant = sampleGrant(60);
    let over = false;
    area([grant], { 'GET /api/admin/dashboard': () => (over ? signedOut() : { json: sampleDashboard({ break_glass: [grant] }) }) });
    const { client } = renderAt(`/admin/emergency/${grant.id}`);
    await screen.findByText('nadia@example.org');
    over = true;
    void client.refetchQueries({ queryKey: ['admin', 'dashboard'] });
    await screen.findByText('Your session has ended. Please sign in again.');
    await waitFor(() => expect(client.getQueryCache().findAll({ queryKey: ['admin', 'record'] })).toEqual([]));
    expect(document.body.textContent).not.toContain('nadia@example.org');
  });
});
