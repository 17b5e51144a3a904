import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TimeGrid } from './time-grid';

describe('TimeGrid', () => {
  it('marks the chosen time and hands over another', async () => {
    const onSelect = jest.fn();
    render(<TimeGrid label="Free times" times={['09:00', '09:30']} value="09:00" onSelect={onSelect} />);
    expect(screen.getByRole('button', { name: '09:00', pressed: true })).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '09:30' }));
    expect(onSelect).toHaveBeenCalledWith('09:30');
  });

  it('moves with the arrows without choosing', async () => {
    const onSelect = jest.fn();
    render(<TimeGrid label="Free times" times={['09:00', '09:30', '10:00']} value={null} onSelect={onSelect} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{End}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('10:00');
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('is one stop for Tab: at the chosen time, else at the first, else where one was last', async () => {
    const props = { label: 'Free times', times: ['09:00', '09:30', '10:00'], onSelect: jest.fn() };
    const { rerender } = render(
      <>
        <TimeGrid {...props} value="09:30" />
        <button type="button">Book</button>
      </>,
    );
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('09:30');
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Book');
    await userEvent.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('10:00');
    rerender(<TimeGrid {...props} times={['11:00', '11:30']} value={null} />);
    expect(screen.getAllByRole('button').map(({ tabIndex }) => tabIndex)).toEqual([0, -1]);
  });

  it('says which of two times is local', () => {
    const reading = () => ({ first: '15:00', firstIs: 'your time', second: '09:00', secondIs: 'in New York' });
    render(<TimeGrid label="Free times" times={['09:00']} value={null} onSelect={jest.fn()} reading={reading} />);
    expect(screen.getByRole('button', { name: '15:00 your time, 09:00 in New York' })).not.toBeNull();
  });

  it('has the 12-hour spelling beside where the region writes so', () => {
    jest.spyOn(navigator, 'language', 'get').mockReturnValue('en-US');
    const reading = (time: string) => (time === '09:00' ? undefined : { first: '20:00', beside: '8:00 pm', firstIs: 'your time', second: '14:00', secondIs: 'in New York' });
    render(<TimeGrid label="Free times" times={['09:00', '14:00']} value={null} onSelect={jest.fn()} reading={reading} />);
    expect(screen.getByRole('button', { name: '09:00 9:00 am' })).not.toBeNull();
    expect(screen.getByRole('button', { name: '20:00 8:00 pm your time, 14:00 in New York' })).not.toBeNull();
    jest.restoreAllMocks();
  });

  it('keeps the place of times that are on their way', () => {
    const props = { label: 'Free times', value: null, onSelect: jest.fn() };
    const { rerender } = render(<TimeGrid {...props} times={undefined} />);
    const group = screen.getByRole('group', { name: 'Free times', busy: true });
    expect(group.childElementCount).toBe(18);
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<TimeGrid {...props} times={['09:00']} />);
    expect(screen.getByRole('group', { name: 'Free times', busy: false }).childElementCount).toBe(1);
  });
});
