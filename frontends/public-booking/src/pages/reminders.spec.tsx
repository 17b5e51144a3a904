import { fakeApi, problem } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import RemindersPage from './reminders.page';

const TOKEN = 'a-token-from-a-reminder';

describe('The page behind the link in a reminder', () => {
  it('changes nothing until its button is pressed, stops reminders and takes it back, and never sends the token in an address', async () => {
    let wanted = true;
    const server = fakeApi({
      'POST /api/reminders/choice': () => ({ json: { wanted } }),
      'PUT /api/reminders/choice': ({ body }) => ({ json: { wanted: (wanted = (body as { wanted: boolean }).wanted) } }),
    });
    const { toasts } = renderPage(RemindersPage, '/reminders', `/reminders#${TOKEN}`);
    const stop = await screen.findByRole('button', { name: 'Stop reminders' });
    expect(server.to('PUT /api/reminders/choice')).toEqual([]);
    await userEvent.click(stop);
    expect(await screen.findByText('You get no reminders of your appointments.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send me reminders again' }));
    expect(await screen.findByRole('button', { name: 'Stop reminders' })).toBeTruthy();
    expect(toasts).toEqual(['You get no more reminders.', 'You get reminders again.']);
    for (const { path, query } of server.calls) expect(`${path}?${query}`).not.toContain(TOKEN);
  });

  it('says when the link does not work', async () => {
    fakeApi({ 'POST /api/reminders/choice': () => problem(404, 'No.') });
    renderPage(RemindersPage, '/reminders', `/reminders#${TOKEN}`);
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  });
});
