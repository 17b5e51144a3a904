import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleHours } from '../../../test-kit';
import type { WorkingHoursBody } from '../working-hours.api';
import { WorkingHoursCard } from './working-hours-card';

const SAVE = 'PUT /api/therapist/working-hours';
const hours = sampleHours();

const practice = {
  'GET /api/therapist/working-hours': () => ({ json: hours }),
  [SAVE]: ({ body }: { body: unknown }) => ({ json: { ...hours, ...(body as WorkingHoursBody) } }),
};

async function open() {
  const view = renderScreen(<WorkingHoursCard onDirtyChange={() => undefined} />, '/profile');
  await screen.findByText('Monday');
  return view;
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
// Found by text: finding by role weighs every element of this long form.
const press = (text: string) => fireEvent.click(screen.getByText(text));
const save = () => press('Save working hours');

describe('the Working hours card', () => {
  it.each([
    ['en-US', 'Sunday'],
    ['en-GB', 'Monday'],
    ['ar-EG', 'Saturday'],
  ])('begins the week as a browser in %s does: with %s', async (language, first) => {
    jest.spyOn(window.navigator, 'language', 'get').mockReturnValue(language);
    fakeApi(practice);
    await open();
    expect(screen.getAllByText(/^(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day$/)[0]?.textContent).toBe(first);
    jest.restoreAllMocks();
  });

  it('sends the edited week, dates and rules, without the zone', async () => {
    const api = fakeApi(practice);
    const { toasts } = await open();
    expect(screen.getByText(/America\/New York/)).toBeTruthy();
    type('Monday: first start', '10:00');
    type('Monday: last start', '12:00');
    press('Copy Monday to all weekdays');
    press('Friday');
    press('Saturday');
    press('Add a date');
    type('Date', '2099-12-24');
    type('Buffer after (minutes)', '10');
    save();
    await waitFor(() => expect(toasts).toEqual(['Working hours saved']));
    const short = { first_start: '10:00', last_start: '12:00', every_minutes: 30 };
    expect(api.to(SAVE)[0]?.body).toEqual({
      ...hours,
      timezone: undefined,
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
    await open();
    fireEvent.click(screen.getByLabelText('Add hours on Monday'));
    expect(screen.getByLabelText('Monday, window 2')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Remove these hours: Monday, window 2'));
    expect(screen.getByLabelText('Monday: first start')).toBeTruthy();
  });

  it('says what is wrong at the window and sends nothing', async () => {
    const api = fakeApi(practice);
    const { toasts } = await open();
    type('Tuesday: last start', '08:00');
    save();
    const window = within(screen.getByLabelText('Tuesday', { selector: '[role=group]' }));
    expect(window.getByText('The last start must not be before the first start.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Tuesday: first start')));
    expect(toasts).toHaveLength(1);
    expect(api.to(SAVE)).toEqual([]);
  });

  it('opens a day closed by mistake with the hours it had', async () => {
    fakeApi(practice);
    await open();
    type('Monday: first start', '11:00');
    press('Monday');
    press('Monday');
    expect((screen.getByLabelText('Monday: first start') as HTMLInputElement).value).toBe('11:00');
  });

  it("shows the server's reasons and keeps what was typed", async () => {
    const errors = [{ field: 'weekly.1.windows', message: 'Monday has overlapping hours.' }];
    fakeApi({ ...practice, [SAVE]: () => problem(400, 'Invalid.', errors) });
    const { toasts } = await open();
    type('Monday: first start', '10:30');
    save();
    await screen.findByText('Monday has overlapping hours.');
    expect(toasts).toEqual(['Failed to save working hours']);
    expect((screen.getByLabelText('Monday: first start') as HTMLInputElement).value).toBe('10:30');
  });
});
