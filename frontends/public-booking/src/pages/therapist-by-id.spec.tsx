import { fakeApi } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { practice, therapist } from '../testing/practice';
import TherapistByIdPage from './therapist-by-id.page';

beforeEach(() => {
  fakeApi(practice());
});

describe('The booking page by id', () => {
  it('opens its button once a service is chosen', async () => {
    renderPage(TherapistByIdPage, '/book/:therapistId', `/book/${therapist.id}`);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Book Appointment' });
    expect(button.disabled).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: /First conversation/ }));
    expect(button.disabled).toBe(false);
  });

  it('keeps the trap for programs out of reach of people', async () => {
    renderPage(TherapistByIdPage, '/book/:therapistId', `/book/${therapist.id}`);
    await screen.findByRole('button', { name: 'Book Appointment' });
    const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
    expect(trap?.tabIndex).toBe(-1);
    expect(trap?.autocomplete).toBe('off');
    expect(trap?.closest('[aria-hidden="true"]')).toBeTruthy();
  });

  it('says when the profile is gone', async () => {
    const { toasts } = renderPage(TherapistByIdPage, '/book/:therapistId', '/book/unknown');
    expect(await screen.findByRole('heading', { name: 'Therapist Not Found' })).toBeTruthy();
    expect(screen.getByText("This therapist's profile doesn't exist or is no longer available.")).toBeTruthy();
    expect(toasts).toEqual(['Therapist not found']);
  });
});
