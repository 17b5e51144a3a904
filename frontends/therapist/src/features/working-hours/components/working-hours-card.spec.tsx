import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem } from '../../../testing/fake-api';
import { renderScreen } from '../../../testing/render-screen';
import { sampleHours } from '../../../testing/samples';
import type { WorkingHoursBody } from '../api/working-hours';
import { WorkingHoursCard } from './working-hours-card';

const SAVE = 'PUT /api/therapist/working-hours';
const hours = sampleHours();

const practice = {
  'GET /api/therapist/working-hours': () => ({ json: hours }),
  [SAVE]: ({ body }: { body: unknown }) => ({ json: { ...hours, ...(body as WorkingHoursBody) } }),
};

async function open() {
  const view = renderScreen(<WorkingHoursCard onDirtyChange={() => undefined} />, '/profile');
  await screen.findByRole('switch', { name: 'Monday' });
  return view;
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => screen.getByRole('button', { name: 'Save working hours' });

describe('the Working hours card', () => {
  it('sends the edited week, dates and rules, without the zone', async () => {
    const api = fakeApi(practice);
    const { user, toasts } = await open();
    expect(screen.getByText(/America\/New York/)).toBeTruthy();
    type('Monday: first start', '10:00');
    type('Monday: last start', '12:00');
    await user.click(screen.getByRole('button', { name: 'Copy Monday to all weekdays' }));
    await user.click(screen.getByRole('switch', { name: 'Friday' }));
    await user.click(screen.getByRole('switch', { name: 'Saturday' }));
    await user.click(screen.getByRole('button', { name: 'Add a date' }));
    type('Date', '2099-12-24');
    type('Buffer after (minutes)', '10');
    await user.click(save());
    await waitFor(() => expect(toasts).toEqual(['Working hours saved']));
    const short = { first_start: '10:00', last_start: '12:00', every_minutes: 30 };
    const { timezone: _zone, ...rest } = hours;
    expect(api.to(SAVE)[0]?.body).toEqual({
      ...rest,
      weekly: [
        { weekday: 0, windows: [] },
        ...[1, 2, 3, 4].map((weekday) => ({ weekday, windows: [short] })),
        { weekday: 5, windows: [] },
        { weekday: 6, windows: [{ first_start: '09:00', last_start: '17:30', every_minutes: 30 }] },
      ],
      overrides: [{ date: '2099-12-24', windows: [] }],
      buffer_after_minutes: 10,
    });
  });

  it('adds a second window after the first and removes it again', async () => {
    fakeApi(practice);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Add hours on Monday' }));
    expect(screen.getByRole('group', { name: 'Monday, window 2' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove these hours: Monday, window 2' }));
    expect(screen.getByRole('group', { name: 'Monday' })).toBeTruthy();
  });

  it('says what is wrong at the window and sends nothing', async () => {
    const api = fakeApi(practice);
    const { user, toasts } = await open();
    type('Tuesday: last start', '08:00');
    await user.click(save());
    const window = within(screen.getByRole('group', { name: 'Tuesday' }));
    expect(window.getByText('The last start must not be before the first start.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Tuesday: first start')));
    expect(toasts).toHaveLength(1);
    expect(api.to(SAVE)).toEqual([]);
  });

  it('opens a day closed by mistake with the hours it had', async () => {
    fakeApi(practice);
    const { user } = await open();
    type('Monday: first start', '11:00');
    await user.click(screen.getByRole('switch', { name: 'Monday' }));
    await user.click(screen.getByRole('switch', { name: 'Monday' }));
    expect((screen.getByLabelText('Monday: first start') as HTMLInputElement).value).toBe('11:00');
  });

  it("shows the server's reasons and keeps what was typed", async () => {
    const errors = [{ field: 'weekly.1.windows', message: 'Monday has overlapping hours.' }];
    fakeApi({ ...practice, [SAVE]: () => problem(400, 'Invalid.', errors) });
    const { user, toasts } = await open();
    type('Monday: first start', '10:30');
    await user.click(save());
    await screen.findByText('Monday has overlapping hours.');
    expect(toasts).toEqual(['Failed to save working hours']);
    expect((screen.getByLabelText('Monday: first start') as HTMLInputElement).value).toBe('10:30');
  });
});
