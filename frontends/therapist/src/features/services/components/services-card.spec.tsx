import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleService, pause } from '../../../test-kit';
import type { Service } from '../services.api';
import { ServicesCard } from './services-card';

const CREATE = 'POST /api/therapist/services';

function practice(services: Service[]) {
  return {
    'GET /api/therapist/services': () => ({ json: services }),
    'DELETE /api/therapist/services/{id}': () => ({ json: { status: services.splice(0, 1) && 'deleted' } }),
    [CREATE]: ({ body }: { body: unknown }) => {
      services.push({ ...sampleService(), ...(body as Service) });
      return { status: 201, json: services.at(-1) };
    },
  };
}

const open = () => renderScreen(<ServicesCard onDirtyChange={() => undefined} />, '/profile');

describe('the Services card', () => {
  it('adds a paid service, closes the form and reads the list anew', async () => {
    const api = fakeApi(practice([]));
    const { user, toasts } = open();
    await user.click(await screen.findByRole('button', { name: 'Add New Service' }));
    const form = within(screen.getByRole('form', { name: 'Add New Service' }));
    expect(form.queryByLabelText(/Price/)).toBeNull();
    await user.type(form.getByLabelText('Service name'), 'EMDR');
    await user.clear(form.getByLabelText('Duration (minutes)'));
    await user.click(form.getByRole('switch', { name: 'Free' }));
    await user.clear(form.getByLabelText(/Price/));
    await user.type(form.getByLabelText(/Price/), '120.5');
    await user.click(form.getByRole('button', { name: 'Create Service' }));
    await screen.findByRole('heading', { name: 'EMDR' });
    expect(api.to(CREATE)[0]?.body).toEqual({
      name: 'EMDR',
      description: '',
      duration_minutes: 60,
      price: 120.5,
      is_free: false,
      session_type: 'online',
      address: null,
      online_place: 'video',
      video_link: null,
      visibility: 'everybody',
    });
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByText('$120.50')).toBeTruthy();
    expect(toasts).toEqual(['Service created successfully']);
  });

  it('asks for a name, at the field and as a toast, and sends nothing', async () => {
    const api = fakeApi(practice([]));
    const { user, toasts } = open();
    await user.click(await screen.findByRole('button', { name: 'Add New Service' }));
    await user.type(screen.getByLabelText('Service name'), '   ');
    await user.click(screen.getByRole('button', { name: 'Create Service' }));
    expect(screen.getByText('Service name is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Service name'));
    expect(toasts).toEqual(['Service name is required']);
    expect(api.to(CREATE)).toEqual([]);
  });

  it('keeps what was typed when the server refuses', async () => {
    fakeApi({ ...practice([]), [CREATE]: () => problem(500, 'The server is resting.') });
    const { user, toasts } = open();
    await user.click(await screen.findByRole('button', { name: 'Add New Service' }));
    await user.type(screen.getByLabelText('Service name'), 'EMDR');
    await user.click(screen.getByRole('button', { name: 'Create Service' }));
    await screen.findByText('The server is resting.');
    expect(toasts).toEqual(['Failed to create service']);
    expect((screen.getByLabelText('Service name') as HTMLInputElement).value).toBe('EMDR');
  });

  it('asks what becomes of a service half typed, and keeps it or lets it go', async () => {
    fakeApi(practice([sampleService()]));
    const { user } = open();
    const add = () => screen.findByRole('button', { name: 'Add New Service' });
    await user.click(await add());
    await user.type(screen.getByLabelText('Service name'), 'EMDR');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep Writing' }));
    expect(screen.getByLabelText<HTMLInputElement>('Service name').value).toBe('EMDR');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep in This Tab' }));
    await user.click(await add());
    expect(screen.getByLabelText<HTMLInputElement>('Service name').value).toBe('EMDR');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await user.click(await add());
    expect(screen.getByLabelText<HTMLInputElement>('Service name').value).toBe('');
  });

  it('asks before it deletes', async () => {
    const api = fakeApi(practice([sampleService({ name: 'First conversation' })]));
    const { user, toasts } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete First conversation' }));
    expect(api.to('DELETE /api/therapist/services/{id}')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Delete service' }));
    await screen.findByText('No services yet');
    await waitFor(() => expect(toasts).toEqual(['Service deleted successfully']));
  });
});

describe('the order of services', () => {
  const ORDER = 'PUT /api/therapist/services/order';

  async function threeServices(refuse = false) {
    const services = ['A', 'B', 'C'].map((name) => sampleService({ id: name, name }));
    const api = fakeApi({
      'GET /api/therapist/services': () => ({ json: services }),
      [ORDER]: ({ body }: { body: unknown }) => {
        if (refuse) return problem(409, 'Your services have changed in the meantime.');
        const { ids } = body as { ids: string[] };
        services.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
        return { json: services };
      },
    });
    const screenOf = open();
    await screen.findByRole('heading', { name: 'A' });
    return { ...screenOf, api };
  }
  const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  const mover = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

  it('changes by keyboard, with the focus on the service that moves, and ends at the ends', async () => {
    const { user, api } = await threeServices();
    expect([mover('Move A up').disabled, mover('Move C down').disabled, mover('Move B up').disabled]).toEqual([true, true, false]);
    mover('Move A down').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['B', 'A', 'C']));
    expect(document.activeElement).toBe(mover('Move A down'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(names()).toEqual(['B', 'C', 'A']));
    expect(document.activeElement).toBe(mover('Move A up'));
    expect(screen.getByText('A is now number 3 of 3.')).toBeTruthy();
    await waitFor(() => expect(api.to(ORDER).map(({ body }) => body)).toEqual([{ ids: ['B', 'A', 'C'] }, { ids: ['B', 'C', 'A'] }]));
  });

  it('changes by dragging one by its handle onto the place of another', async () => {
    // Rows of 100 px, one below the other.
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: HTMLElement) {
      const row = this.closest('li');
      return new DOMRect(0, row ? [...(row.parentElement?.children ?? [])].indexOf(row) * 100 : 0, 300, 100);
    });
    const { user, api } = await threeServices();
    mover('Drag C').focus();
    for (const key of ['[Space]', '{ArrowUp}', '{ArrowUp}', '[Space]']) {
      await user.keyboard(key);
      await pause();
    }
    await waitFor(() => expect(names()).toEqual(['C', 'A', 'B']));
    expect(api.to(ORDER)[0]?.body).toEqual({ ids: ['C', 'A', 'B'] });
    jest.restoreAllMocks();
  });

  it('is as it was when the server refuses, and says why', async () => {
    const { user, toasts } = await threeServices(true);
    await user.click(mover('Move A down'));
    expect(await screen.findByText('Your services have changed in the meantime.')).toBeTruthy();
    expect(toasts).toEqual(['The order could not be saved']);
    await waitFor(() => expect(names()).toEqual(['A', 'B', 'C']));
  });
});
