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

  it('names the time of the visitor on the button too', () => {
    const own = () => '15:00 for you';
    render(<TimeGrid label="Free times" times={['09:00']} value={null} onSelect={jest.fn()} secondary={own} />);
    expect(screen.getByRole('button', { name: '09:00 15:00 for you' })).not.toBeNull();
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
