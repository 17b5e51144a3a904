import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BarChart } from './bar-chart';

const data = [
  { label: 'Tue', name: 'Tuesday 17 November', value: 4 },
  { label: 'Wed', name: 'Wednesday 18 November', value: 0 },
];

describe('BarChart', () => {
  it('says every value to those who do not see the bars', () => {
    render(<BarChart title="Bookings" data={data} categoryLabel="Day" valueLabel="bookings" />);
    expect(screen.getByRole('button', { name: 'Tuesday 17 November: 4 bookings' })).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Wednesday 18 November: 0 bookings' })).not.toBeNull();
  });

  it('turns into a table', async () => {
    render(<BarChart title="Bookings" data={data} categoryLabel="Day" valueLabel="bookings" />);
    await userEvent.click(screen.getByRole('button', { name: 'View as table' }));
    const table = screen.getByRole('table', { name: 'Bookings' });
    const row = within(table).getByRole('row', { name: /Tuesday 17 November/ });
    expect(within(row).getByRole('cell').textContent).toBe('4');
  });

  it('draws no bar for zero, and a small one for little', () => {
    const many = [...data, { label: 'Thu', name: 'Thursday 19 November', value: 9000 }];
    render(<BarChart title="Bookings" data={many} categoryLabel="Day" valueLabel="bookings" />);
    expect(document.querySelectorAll('rect')).toHaveLength(2);
  });
});
