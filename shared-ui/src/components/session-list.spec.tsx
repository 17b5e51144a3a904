import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SessionList, type SessionEntry } from './session-list';

const here: SessionEntry = {
  id: 'a',
  browser: 'Firefox on Windows',
  createdAt: '2026-11-21T08:00:00Z',
  lastSeenAt: '2026-11-21T09:00:00Z',
  current: true,
};
const elsewhere: SessionEntry = { ...here, id: 'b', browser: 'Safari on iOS', current: false };

const rowOf = (browser: string) => within(screen.getByText(browser).closest('li') as HTMLElement);

describe('SessionList', () => {
  it('names this browser and offers no button that would end it', () => {
    render(<SessionList sessions={[here, elsewhere]} onRevoke={() => undefined} />);
    expect(rowOf('Firefox on Windows').getByText('This browser')).toBeTruthy();
    expect(rowOf('Firefox on Windows').queryByRole('button')).toBeNull();
    expect(rowOf('Safari on iOS').queryByText('This browser')).toBeNull();
  });

  it('ends the one that was pressed, once', async () => {
    const onRevoke = jest.fn();
    const { rerender } = render(<SessionList sessions={[here, elsewhere]} onRevoke={onRevoke} />);
    await userEvent.click(screen.getByRole('button', { name: /^Sign out: Safari on iOS/ }));
    expect(onRevoke.mock.calls).toEqual([[elsewhere]]);
    rerender(<SessionList sessions={[here, elsewhere]} onRevoke={onRevoke} revoking="b" />);
    await userEvent.click(screen.getByRole('button', { name: /^Sign out: Safari on iOS/ }));
    expect(onRevoke).toHaveBeenCalledTimes(1);
  });

  it('serves trusted browsers: other words, an end, and this browser too', () => {
    const trusted = { ...here, expiresAt: '2027-02-19T08:00:00Z' };
    render(<SessionList sessions={[trusted]} onRevoke={() => undefined} revokeLabel="Revoke" revokeCurrent createdLabel="Trusted since" />);
    expect(screen.getByRole('button', { name: /^Revoke: Firefox on Windows, trusted since/ })).toBeTruthy();
    expect(screen.getByText(/^Trusted since/).textContent).toMatch(/until Fri 19 Feb/);
  });

  it('says of its own accord when, where it is given the line for it', () => {
    render(<SessionList sessions={[{ ...here, current: false, detail: 'Signed in long ago' }]} onRevoke={() => undefined} />);
    expect(rowOf('Firefox on Windows').getByText('Signed in long ago')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign out: Firefox on Windows' })).toBeTruthy();
  });
});
