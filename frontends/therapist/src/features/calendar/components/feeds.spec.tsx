import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, renderScreen } from '../../../test-kit';
import { ForeignFeedCard } from './foreign-feed-card';
import { PrivateFeedCard } from './private-feed-card';

const FEED = '/api/therapist/calendar/feed';
const FOREIGN = '/api/therapist/calendar/foreign-feed';
const noFeed = { address: null, created_at: null, last_read_at: null };
const feed = { address: 'https://attune.example/api/calendar-feeds/abc.ics', created_at: '2026-11-02T18:00:00.000Z', last_read_at: null };
const noForeign = { address: null, state: null, reason: null, last_read_at: null, busy_blocks: 0, busy_known_until: null };
const address = 'https://calendar.example.com/private/basic.ics';

describe('the private address', () => {
  it('is made, copied, exchanged after a question, and removed', async () => {
    const server = fakeApi({ [`GET ${FEED}`]: () => ({ json: noFeed }), [`POST ${FEED}`]: () => ({ status: 201, json: feed }), [`DELETE ${FEED}`]: () => ({ json: noFeed }) });
    const { user, toasts } = renderScreen(<PrivateFeedCard />);
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByRole('button', { name: 'Make an address' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Your private address')).value).toBe(feed.address);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Private calendar address' })));
    await user.click(screen.getByRole('button', { name: 'Copy address' }));
    expect(copied).toHaveBeenCalledWith(feed.address);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'New address' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/The old one stops working at once/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Keep this one' }));
    expect(server.to(`POST ${FEED}`)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Remove address' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove address' }));
    expect(await screen.findByText('There is no address yet.')).toBeTruthy();
    expect(toasts).toEqual(['The private address is made', 'The private address is removed']);
  });

  it('is not made in a browser that was left open: that is told, with the way to sign in and back', async () => {
    fakeApi({ [`GET ${FEED}`]: () => ({ json: noFeed }), [`POST ${FEED}`]: () => problem(403, 'Please sign in again first.', [{ field: 'proof', message: 'Please sign in again first.' }]) });
    const { user, toasts } = renderScreen(<PrivateFeedCard />);
    await user.click(await screen.findByRole('button', { name: 'Make an address' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Please sign in again first' }));
    expect(dialog.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Not now' }));
    expect([screen.queryByRole('alertdialog'), toasts]).toEqual([null, []]);
  });

  it('is shown once: whoever comes later sees when it was made, and can make another one or remove it', async () => {
    fakeApi({ [`GET ${FEED}`]: () => ({ json: { ...feed, address: null } }) });
    renderScreen(<PrivateFeedCard />);
    expect(await screen.findByText(/^The address was shown once/)).toBeTruthy();
    expect(screen.queryByLabelText('Your private address')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy address' })).toBeNull();
    for (const name of ['New address', 'Remove address']) expect(screen.getByRole('button', { name })).toBeTruthy();
  });
});

describe('a calendar elsewhere', () => {
  const open = (shown: object, save: Parameters<typeof fakeApi>[0][string]) => {
    const server = fakeApi({ [`GET ${FOREIGN}`]: () => ({ json: shown }), [`PUT ${FOREIGN}`]: save, [`DELETE ${FOREIGN}`]: () => ({ json: noForeign }) });
    return { server, ...renderScreen(<ForeignFeedCard onDirtyChange={() => undefined} />) };
  };
  const typed = async (user: ReturnType<typeof open>['user'], text: string) => {
    const field = await screen.findByLabelText('Address of the calendar');
    await user.clear(field);
    await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Save address' }));
  };

  it('is read from an address, whose faults are told at its field', async () => {
    const { user, server, toasts } = open(noForeign, () => problem(422, 'No.', [{ field: 'address', message: 'The address names a port.' }]));
    await typed(user, 'http://calendar.example.com');
    expect(await screen.findByText('Please enter an address that begins with https:// or webcal://.')).toBeTruthy();
    expect(server.to(`PUT ${FOREIGN}`)).toEqual([]);
    await typed(user, 'https://calendar.example.com:8443/a.ics');
    expect(await screen.findByText('The address names a port.')).toBeTruthy();
    server.handlers[`PUT ${FOREIGN}`] = () => ({ json: { ...noForeign, address, state: 'reading' } });
    await typed(user, address);
    expect(await screen.findByText('The calendar is being read. This takes a moment.')).toBeTruthy();
    expect(toasts.at(-1)).toBe('The calendar is being read');
  });

  it('that holds more than is kept says from when on nobody can book', async () => {
    open({ address, state: 'ok', reason: null, last_read_at: '2026-11-02T18:00:00.000Z', busy_blocks: 4_000, busy_known_until: '2027-05-03T08:00:00.000Z' }, () => problem(404, 'Not found.'));
    expect(await screen.findByText(/^There are more busy times than Attune keeps: nobody can book from Mon 3 May.* on\.$/)).toBeTruthy();
  });

  it('that was read before and cannot be read now says since when, that its times stay, and what helps', async () => {
    const reason = 'The calendar may not be read with this address any more. Please copy the address anew.';
    const threeHoursAgo = new Date(Date.now() - 3 * 3_600_000 - 1_000).toISOString();
    open({ address, state: 'failing', reason, last_read_at: threeHoursAgo, busy_blocks: 4, busy_known_until: null }, () => problem(404, 'Not found.'));
    expect(await screen.findByText('Cannot be read')).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    const told = screen.getByText(/^It was last read .+ \(3 hours ago\)\./).textContent;
    for (const words of ['The times known then go on blocking, even those that have changed there since; new ones do not block.', 'tried again by itself', 'copy the address anew', 'time off']) expect(told).toContain(words);
    expect(screen.getByText(/4 times to come are blocked$/)).toBeTruthy();
  });

  it('that cannot be read says why, and is removed after a question', async () => {
    const { user, toasts } = open({ address, state: 'failing', reason: 'There is no calendar at this address any more.', last_read_at: null, busy_blocks: 0, busy_known_until: null }, () => problem(404, 'Not found.'));
    expect(await screen.findByText('There is no calendar at this address any more.')).toBeTruthy();
    expect(screen.getByText('Not read yet · No times to come are blocked')).toBeTruthy();
    expect(screen.getByText(/^It was never read, so it blocks no times\. It is tried again by itself\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove calendar' }));
    await user.click(within(screen.getByRole('alertdialog', { name: 'Remove this calendar?' })).getByRole('button', { name: 'Remove calendar' }));
    await waitFor(() => expect(toasts).toEqual(['The calendar is removed. Its busy times no longer block times.']));
    expect(screen.getByLabelText<HTMLInputElement>('Address of the calendar').value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Another calendar that blocks times' })));
  });
});
