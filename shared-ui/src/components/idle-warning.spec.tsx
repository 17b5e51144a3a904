import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IdleWarning } from './idle-warning';

function show(limit: 'idle' | 'absolute') {
  const pressed = { onStay: jest.fn(), onLogOut: jest.fn() };
  const view = render(<IdleWarning left={61_001} limit={limit} extending={false} {...pressed} />);
  return { ...pressed, ...view };
}

describe('IdleWarning', () => {
  it('counts down, with the focus on staying', async () => {
    const { onStay, onLogOut } = show('idle');
    expect(screen.getByRole('dialog', { name: 'Are you still there?' })).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('1:02');
    await userEvent.keyboard('{Enter}');
    expect(onStay).toHaveBeenCalledTimes(1);
    expect(onLogOut).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(onLogOut).toHaveBeenCalledTimes(1);
  });

  it('is not put away by Escape while staying is possible', async () => {
    show('idle');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('of a fixed end offers no staying, and can be put away to save what is open', async () => {
    const { onStay } = show('absolute');
    expect(screen.getByRole('dialog', { name: 'This session ends soon' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onStay).not.toHaveBeenCalled();
  });
});
