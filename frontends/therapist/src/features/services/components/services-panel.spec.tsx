import { screen, waitFor } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleService } from '../../../test-kit';
import ServicesPanel from './services-panel';

const LIST = 'GET /api/therapist/services';
const open = () => renderScreen(<ServicesPanel />, '/dashboard?tab=services');
const openOne = async () => {
  fakeApi({ [LIST]: () => ({ json: [sampleService({ name: 'EMDR' })] }) });
  const screenOpened = open();
  await screen.findByRole('button', { name: 'Edit EMDR' });
  return screenOpened;
};

const name = () => screen.getByLabelText<HTMLInputElement>('Service name');

describe('Escape in the window of a service', () => {
  it('asks when something is typed, and goes on where it was', async () => {
    const { user } = await openOne();
    await user.click(screen.getByRole('button', { name: 'Add Service' }));
    await user.type(name(), 'Couples');
    await user.keyboard('{Escape}');
    await screen.findByText('Leave without saving?');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep Writing' }));
    await user.keyboard('{Enter}');
    expect(name().value).toBe('Couples');
  });

  it('keeps what is typed for the next time', async () => {
    const { user } = await openOne();
    await user.click(screen.getByRole('button', { name: 'Edit EMDR' }));
    await user.type(name(), ' for two');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Keep in This Tab' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Edit EMDR' }));
    expect(name().value).toBe('EMDR for two');
  });

  it('closes at once when nothing is typed', async () => {
    const { user } = await openOne();
    await user.click(screen.getByRole('button', { name: 'Add Service' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('says that the services could not be loaded, and tries again', async () => {
  let down = true;
  fakeApi({ [LIST]: () => (down ? problem(503, 'Down.') : { json: [] }) });
  const { user } = open();
  const retry = await screen.findByRole('button', { name: 'Try Again' });
  expect(screen.queryByText('No services yet')).toBeNull();
  down = false;
  await user.click(retry);
  await screen.findByText('No services yet');
});
