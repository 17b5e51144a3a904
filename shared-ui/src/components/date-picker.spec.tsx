import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
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

/** As on a page: the month on view is the one that was asked for, and reads for a moment as a booking page does. */
function Page({ loads = false }: { loads?: boolean }) {
  const [month, setMonth] = useState('2026-11-01');
  return (
    <>
      <DatePicker month={month} onMonthChange={setMonth} selected="2026-11-22" onSelect={() => undefined} isAvailable={(date) => date <= '2027-01-20'} min="2026-11-22" max="2027-01-20" loading={loads && month !== '2026-11-01'} />
      <button type="button">Next</button>
    </>
  );
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

  it('is one stop for Tab, where one was last', async () => {
    render(<Page />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /next month/i }));
    await userEvent.tab();
    await userEvent.keyboard('{End}{ArrowDown}');
    const there = day('Sunday 29 November 2026');
    // Sunday 22 is chosen, and ends its week.
    expect(document.activeElement).toBe(there);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
    await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(there);
  });

  it.each([false, true])('takes the focus along into the next month, also while that is read: %s', async (loads) => {
    render(<Page loads={loads} />);
    act(() => day('Monday 30 November 2026').focus());
    await userEvent.keyboard('{PageDown}');
    expect(screen.getByRole('status').textContent).toBe('December 2026');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Wednesday 30 December 2026/);
    expect((document.activeElement as HTMLButtonElement).disabled).toBe(false);
    // And back, without waiting for what was only passed through.
    await userEvent.keyboard('{PageUp}');
    expect(document.activeElement).toBe(day('Monday 30 November 2026'));
  });

  it('does not take the focus from who went elsewhere before the month came', async () => {
    const onMonthChange = jest.fn();
    const page = (month: string) => (
      <>
        <DatePicker month={month} onMonthChange={onMonthChange} selected={null} onSelect={() => undefined} isAvailable={() => true} />
        <button type="button">Next</button>
      </>
    );
    const { rerender } = render(page('2026-11-01'));
    act(() => day('Monday 30 November 2026').focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(onMonthChange).toHaveBeenCalledWith('2026-12-01');
    await userEvent.tab();
    rerender(page('2026-12-01'));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
  });

  it('shows the first month that has days to choose, where the one asked for is over', () => {
    show({ month: '2026-10-31' });
    expect(screen.getByRole('grid', { name: 'November 2026' })).toBeTruthy();
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
