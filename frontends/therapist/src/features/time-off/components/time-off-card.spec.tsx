import { screen, waitFor, within } from '@testing-library/react';
import { connectToaster } from '@attune/shared-ui/runtime/host';
import { fakeApi, problem, renderScreen, sampleId } from '../../../test-kit';
import type { TimeOff } from '../time-off.api';
import { TimeOffCard } from './time-off-card';

const LIST = 'GET /api/therapist/time-off';
const ADD = 'POST /api/therapist/time-off';
const REMOVE = 'DELETE /api/therapist/time-off/{id}';
const summer: TimeOff = { id: sampleId(), kind: 'holiday', name: 'Summer', first_date: '2099-07-05', last_date: '2099-07-09', start_time: null, end_time: null, starts_at: '2099-07-05T04:00:00.000Z', ends_at: '2099-07-10T04:00:00.000Z' };

function open(list: TimeOff[] = []) {
  const server = fakeApi({ [LIST]: () => ({ json: list }) });
  return { server, ...renderScreen(<TimeOffCard zone="America/New_York" />, '/dashboard?tab=hours') };
}

describe('Time off', () => {
  it('is asked about once more where appointments lie in it, and says that they stay', async () => {
    const { server, user, toasts } = open();
    const question = '2 appointments lie in this time. They stay unless you move or cancel them.';
    server.handlers[ADD] = ({ body }) => ((body as { keep_appointments?: boolean }).keep_appointments ? { status: 201, json: summer } : problem(409, question));
    await user.click(await screen.findByRole('button', { name: 'Add time off' }));
    await user.type(screen.getByLabelText('First day'), '2099-07-05');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain(question);
    // Another time is another question.
    await user.type(screen.getByLabelText(/^Last day/), '2099-07-09');
    expect(screen.queryByText(question)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Save and keep appointments' }));
    await waitFor(() => expect(toasts).toEqual(['Time off added']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.to(ADD).map(({ body }) => body)).toEqual([
      { kind: 'holiday', first_date: '2099-07-05', last_date: '2099-07-05' },
      { kind: 'holiday', first_date: '2099-07-05', last_date: '2099-07-09' },
      { kind: 'holiday', first_date: '2099-07-05', last_date: '2099-07-09', keep_appointments: true },
    ]);
  });

  it('leaves the focus on the way to another one, when the first is added and when the last is removed', async () => {
    const list: TimeOff[] = [];
    const { server, user } = open(list);
    server.handlers[ADD] = () => {
      list.push(summer);
      return { status: 201, json: summer };
    };
    server.handlers[REMOVE] = () => {
      list.pop();
      return { json: { status: 'deleted' } };
    };
    await user.click(await screen.findByRole('button', { name: 'Add time off' }));
    await user.type(screen.getByLabelText('First day'), '2099-07-05{Enter}');
    const remove = await screen.findByRole('button', { name: /^Remove Summer/ });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add time off'));
    await user.click(remove);
    await screen.findByText('No time off planned');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add time off'));
  });

  it('is removed at once, and comes back as it was', async () => {
    const { server, user } = open([summer]);
    let undo = (): void => undefined;
    connectToaster(({ options }) => (undo = options?.action?.onClick ?? undo));
    server.handlers[REMOVE] = () => ({ json: { status: 'deleted' } });
    server.handlers[ADD] = () => ({ status: 201, json: summer });
    await user.click(await screen.findByRole('button', { name: /^Remove Summer/ }));
    await waitFor(() => expect(server.to(REMOVE)).toHaveLength(1));
    await waitFor(() => {
      undo();
      expect(server.to(ADD)).not.toEqual([]);
    });
    expect(server.to(ADD)[0]?.body).toEqual({ kind: 'holiday', name: 'Summer', first_date: '2099-07-05', last_date: '2099-07-09', keep_appointments: true });
  });

  it('says what is missing at its field and keeps what was typed', async () => {
    const { server, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add time off' }));
    await user.click(screen.getByRole('radio', { name: 'Hours of a day' }));
    await user.type(screen.getByLabelText(/^Name/), 'Dentist');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('Choose a date.')).toBeTruthy();
    expect(within(dialog).getAllByText('Enter a time such as 12:00.')).toHaveLength(2);
    expect(server.to(ADD)).toEqual([]);
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Dentist');
  });

  it('says when it cannot be loaded, and tries again', async () => {
    const { server, user } = open();
    const whole = server.handlers[LIST]!;
    server.handlers[LIST] = () => problem(503, 'resting');
    await screen.findByText('Failed to load time off');
    server.handlers[LIST] = whole;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No time off planned')).toBeTruthy();
  });
});
