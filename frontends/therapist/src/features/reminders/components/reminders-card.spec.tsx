import { screen, waitFor } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleId } from '../../../test-kit';
import { RemindersCard } from './reminders-card';

const READ = 'GET /api/therapist/reminders';
const SAVE = 'PUT /api/therapist/reminders';
const service = { service_id: sampleId(), service_name: 'Intake', hours_before: null };
const settings = { hours_before: 24, quiet_from: '22:00', quiet_to: '07:00', morning_digest: false, services: [service] };

function open() {
  const server = fakeApi({ [READ]: () => ({ json: settings }), [SAVE]: ({ body }) => ({ json: { ...(body as object), services: [service] } }) });
  return { server, ...renderScreen(<RemindersCard onDirtyChange={() => undefined} />, '/dashboard?tab=hours') };
}

describe('Reminders', () => {
  it('are saved for all services and for one, and quiet hours have both times or none', async () => {
    const { server, user, toasts } = open();
    await user.selectOptions(await screen.findByLabelText('Send a reminder'), '48');
    await user.clear(screen.getByLabelText('Quiet hours from'));
    await user.click(screen.getByRole('checkbox', { name: /^Send me my day/ }));
    await user.click(screen.getByText('Other times for single services'));
    await user.selectOptions(screen.getByLabelText('Intake'), '0');
    await user.click(screen.getByRole('button', { name: 'Save reminders' }));
    expect(await screen.findByText('Enter both times, or leave both empty.')).toBeTruthy();
    expect(server.to(SAVE)).toEqual([]);
    await user.clear(screen.getByLabelText('Quiet hours until'));
    await user.click(screen.getByRole('button', { name: 'Save reminders' }));
    await waitFor(() => expect(toasts).toContain('Reminders saved'));
    expect(server.to(SAVE)[0]?.body).toEqual({ hours_before: 48, quiet_from: null, quiet_to: null, morning_digest: true, services: [{ service_id: service.service_id, hours_before: 0 }] });
  });

  it('keep what was chosen when they cannot be saved', async () => {
    const { server, user, toasts } = open();
    server.handlers[SAVE] = () => problem(503, 'Resting.');
    await user.selectOptions(await screen.findByLabelText('Send a reminder'), '2');
    await user.click(screen.getByRole('button', { name: 'Save reminders' }));
    await waitFor(() => expect(toasts).toEqual(['Failed to save reminders']));
    expect(screen.getByLabelText<HTMLSelectElement>('Send a reminder').value).toBe('2');
  });
});
