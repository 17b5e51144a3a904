import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DatePicker, type DatePickerProps } from './date-picker';

const free = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-30'];

function show(props: Partial<DatePickerProps> = {}) {
  const onSelect = jest.fn();
  const onMonthChange = jest.fn();
  render(
    <DatePicker
      month="2026-11-15"
      onMonthChange={onMonthChange}
      selected="2026-11-24"
      onSelect={onSelect}
      isAvailable={(date) => free.includes(date)}
      min="2026-11-22"
      max="2027-01-20"
      {...props}
    />,
  );
  return { onSelect, onMonthChange };
}

const day = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

afterEach(() => jest.restoreAllMocks());

describe('DatePicker', () => {
  it('hands over the day as it is written', async () => {
    const { onSelect } = show();
    await userEvent.click(day('Wednesday 25 November 2026'));
    expect(onSelect).toHaveBeenCalledWith('2026-11-25');
  });

  it('keeps days without a free time from being chosen, and says why', async () => {
    const { onSelect } = show();
    const taken = day('Thursday 26 November 2026, not available');
    expect(taken.disabled).toBe(true);
    await userEvent.click(taken);
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('begins its weeks on Monday and leaves out those that are over', () => {
    show({ min: '2026-11-23' });
    const rows = within(screen.getByRole('grid', { name: 'November 2026' })).getAllByRole('row');
    expect(rows[0]?.textContent).toMatch(/^23/);
  });

  it.each([
    ['en-US', 'Su', 'Wednesday, November 25, 2026', 'November 2026'],
    ['de-DE', 'Mo', 'Mittwoch, 25. November 2026', 'November 2026'],
    ['fr-FR', 'lun.', 'mercredi 25 novembre 2026', 'novembre 2026'],
  ])('begins its weeks and names its days as the region of %s does', (language, first, name, month) => {
    jest.spyOn(navigator, 'language', 'get').mockReturnValue(language);
    show({ min: '2026-11-01' });
    expect(screen.getAllByRole('columnheader', { hidden: true })[0]?.textContent).toBe(first);
    expect(day(name)).toBeTruthy();
    expect(screen.getByRole('grid', { name: month })).toBeTruthy();
  });

  it('steps over closed days with the arrows', async () => {
    const { onSelect } = show();
    act(() => day('Wednesday 25 November 2026').focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(day('Monday 30 November 2026'));
    await userEvent.keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledWith('2026-11-30');
  });

  it('turns to the next month, but not before the first', async () => {
    const { onMonthChange } = show();
    await userEvent.click(screen.getByRole('button', { name: /previous month/i }));
    expect(onMonthChange).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: /next month/i }));
    expect(onMonthChange).toHaveBeenCalledWith('2026-12-01');
  });

  it('leads the arrows into a month that is not known yet, where nothing can be chosen before it is', async () => {
    const isKnown = (date: string) => date < '2026-12-01';
    const { onMonthChange, onSelect } = show({ isKnown });
    act(() => day('Monday 30 November 2026').focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(onMonthChange).toHaveBeenCalledWith('2026-12-01');
    cleanup();
    const next = show({ month: '2026-12-01', isKnown });
    await userEvent.click(day('Tuesday 1 December 2026, not known yet'));
    expect([onSelect, next.onSelect].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it('says nothing of the days of other months', () => {
    show();
    expect(screen.queryByRole('button', { name: /December/ })).toBeNull();
  });

  it('offers nothing while it loads', () => {
    show({ loading: true });
    expect(day('Wednesday 25 November 2026, not available').disabled).toBe(true);
  });
});
