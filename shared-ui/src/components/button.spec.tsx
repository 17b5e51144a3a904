import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button';

describe('Button', () => {
  it('ignores presses while it loads, but keeps focus', async () => {
    const pressed = jest.fn();
    const submitted = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={submitted}>
        <Button type="submit" loading onClick={pressed}>
          Booking...
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Booking...' });
    await userEvent.click(button);
    await userEvent.keyboard('{Enter}');
    expect(pressed).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
    expect(button).toBe(document.activeElement);
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  it('is pressed once while Enter is held', async () => {
    const pressed = jest.fn();
    render(<Button onClick={pressed}>Move</Button>);
    screen.getByRole('button').focus();
    await userEvent.keyboard('{Enter>5/}');
    expect(pressed).toHaveBeenCalledTimes(1);
  });
});
