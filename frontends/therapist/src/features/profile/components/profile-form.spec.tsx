import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi, held, problem, renderScreen, sampleProfile } from '../../../test-kit';
import type { Profile } from '../profile.api';
import { ProfileForm } from './profile-form';

const open = (profile: Profile | null) =>
  renderScreen(<ProfileForm profile={profile} labelledBy="none" onDirtyChange={() => undefined} />, '/profile');

const UPLOAD = 'POST /api/therapist/upload-profile-image';
const TAKEN = [{ field: 'custom_slug', message: 'This link is already taken.' }];

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

describe('the profile form', () => {
  it('creates the first profile with what was typed', async () => {
    const api = fakeApi({
      'POST /api/therapist/profile': ({ body }) => ({ status: 201, json: { ...sampleProfile(), ...(body as Profile) } }),
    });
    const { user, toasts } = open(null);
    await user.type(field('Display name'), 'Dr. Reyes');
    await user.type(field(/Custom link/), 'Dr Reyes!');
    expect(field(/Custom link/).value).toBe('drreyes');
    expect(screen.getByText(`${window.location.origin}/t/drreyes`)).toBeTruthy();
    await user.type(field('Languages'), 'Yorùbá{Enter}english{Enter}');
    await user.click(screen.getByRole('switch', { name: 'Let search engines find my public page' }));
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    await waitFor(() => expect(toasts).toEqual(['Profile created successfully']));
    expect(api.to('POST /api/therapist/profile')[0]?.body).toEqual({
      display_name: 'Dr. Reyes',
      credentials: '',
      phone: null,
      phone_shown: false,
      address: null,
      address_shown: false,
      search_listed: true,
      bio: '',
      languages: ['English', 'Yorùbá'],
      timezone: 'America/New_York',
      profile_image: null,
      custom_slug: 'drreyes',
    });
  });

  it('asks for a display name before anything is sent', async () => {
    const api = fakeApi({});
    const { user, toasts } = open(null);
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    expect(toasts).toEqual(['Display name is required']);
    expect(document.activeElement).toBe(field('Display name'));
    expect(api.calls).toEqual([]);
  });

  it('shows a taken link at its field and keeps everything typed', async () => {
    fakeApi({ 'PUT /api/therapist/profile': () => problem(409, 'This link is already taken.', TAKEN) });
    const { user, toasts } = open(sampleProfile());
    await user.type(field(/Custom link/), 'demo');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    await screen.findByText('This link is already taken.');
    expect(field(/Custom link/).getAttribute('aria-invalid')).toBe('true');
    expect(field(/Custom link/).value).toBe('demo');
    expect(toasts).toEqual(['Failed to save profile']);
  });

  it('blames no field when a profile exists already', async () => {
    fakeApi({ 'POST /api/therapist/profile': () => problem(409, 'There is a profile already.') });
    const { user } = open(null);
    await user.type(field('Display name'), 'Dr. Reyes');
    await user.type(field(/Custom link/), 'reyes');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    expect((await screen.findByRole('alert')).textContent).toContain('There is a profile already.');
    expect(field(/Custom link/).getAttribute('aria-invalid')).not.toBe('true');
  });

  it('takes no more of a language than the server does', () => {
    fakeApi({});
    open(sampleProfile());
    expect(field('Languages').maxLength).toBe(40);
  });

  it('removes languages while more than one remains', async () => {
    fakeApi({});
    const { user } = open(sampleProfile({ languages: ['English', 'French'] }));
    await user.click(screen.getByRole('button', { name: 'Remove English' }));
    expect(screen.queryByText('English')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove French' })).toBeNull();
  });

  it('keeps a stored zone that is none of the nine', () => {
    fakeApi({});
    open(sampleProfile({ timezone: 'Africa/Lagos' }));
    const zones = Array.from(screen.getByLabelText<HTMLSelectElement>('Time zone').options);
    expect(zones).toHaveLength(10);
    expect(zones.find((zone) => zone.selected)?.value).toBe('Africa/Lagos');
  });

  it.each([
    ['the line is down', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to upload image. Please try again.'],
    ['a gateway has no words', () => ({ status: 502, json: null }), 'Failed to upload image. Please try again.'],
    ['the server explains itself', () => problem(400, 'This is no picture.'), 'This is no picture.'],
  ])('says why a picture could not be uploaded when %s', async (_case, answer, text) => {
    Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
    fakeApi({ [UPLOAD]: answer });
    const { user, toasts } = open(sampleProfile());
    await user.upload(screen.getByLabelText('Choose a profile image'), new File(['x'], 'me.png', { type: 'image/png' }));
    await waitFor(() => expect(toasts).toEqual([text]));
    expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([429, 503])('keeps a picture that had to wait (%s), and everything typed, and sends it again', async (status) => {
    Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
    const sentence = 'Many images are being read right now. Please try again in a moment.';
    let full = true;
    const api = fakeApi({ [UPLOAD]: () => (full ? problem(status, sentence) : { json: { image_data: 'data:image/webp;base64,AAAA' } }) });
    const { user, toasts } = open(sampleProfile());
    await user.clear(field('Display name'));
    await user.type(field('Display name'), 'Dr. Other');
    await user.upload(screen.getByLabelText('Choose a profile image'), new File(['x'], 'me.png', { type: 'image/png' }));
    await screen.findByText(sentence);
    full = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(toasts).toEqual([sentence, 'Profile image uploaded successfully!']));
    expect(api.to(UPLOAD)).toHaveLength(2);
    expect(screen.queryByText(sentence)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(field('Display name').value).toBe('Dr. Other');
  });

  it('offers nothing again for a picture that is refused', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
    fakeApi({ [UPLOAD]: () => problem(415, 'Invalid image format. Please use JPEG, PNG, or WebP.') });
    const { user } = open(sampleProfile());
    await user.upload(screen.getByLabelText('Choose a profile image'), new File(['x'], 'me.png', { type: 'image/png' }));
    await screen.findByText('Invalid image format. Please use JPEG, PNG, or WebP.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('takes a picture that is dropped, says how far it is, and goes back to the saved one', async () => {
    Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined });
    const answer = held();
    fakeApi({ [UPLOAD]: () => answer.answer });
    const { user } = open(sampleProfile({ profile_image: 'data:image/webp;base64,SAVED' }));
    const place = screen.getByRole('group', { name: 'Profile image' });
    const shown = () => place.querySelector('img')?.getAttribute('src');
    fireEvent.drop(place, { dataTransfer: { files: [new File(['x'.repeat(100)], 'me.png', { type: 'image/png' })] } });
    await waitFor(() => expect(screen.getByRole('progressbar', { name: 'Uploading the image' }).getAttribute('aria-valuenow')).toBe('50'));
    expect(shown()).toBe('blob:preview');
    answer.release({ json: { image_data: 'data:image/webp;base64,NEW' } });
    await waitFor(() => expect(shown()).toBe('data:image/webp;base64,NEW'));
    await user.click(screen.getByRole('button', { name: 'Back to the saved image' }));
    expect(shown()).toBe('data:image/webp;base64,SAVED');
    expect(screen.queryByRole('button', { name: 'Back to the saved image' })).toBeNull();
  });

  it('refuses a picture that is too large without sending it', async () => {
    const api = fakeApi({});
    const { user, toasts } = open(sampleProfile());
    const file = new File(['x'], 'me.png', { type: 'image/png' });
    Object.defineProperty(file, 'size', { value: 5_242_881 });
    await user.upload(screen.getByLabelText('Choose a profile image'), file);
    expect(toasts).toEqual(['Image file too large. Please use an image under 5MB.']);
    expect(api.calls).toEqual([]);
  });
});

describe('the custom link', () => {
  const CHECK = 'GET /api/therapist/slug-check';

  it('is looked up while it is typed, once the typing rests, and the saved one is not', async () => {
    const api = fakeApi({
      [CHECK]: ({ query }) => ({ json: query.get('slug') === 'taken' ? { slug: 'taken', status: 'taken', detail: 'This link is already taken.' } : { slug: 'mine', status: 'free', detail: 'This link is free.' } }),
    });
    const { user } = open(sampleProfile({ custom_slug: 'demo' }));
    await user.clear(field(/Custom link/));
    await user.type(field(/Custom link/), 'taken');
    expect(await screen.findByText('This link is already taken.')).toBeTruthy();
    await user.clear(field(/Custom link/));
    await user.type(field(/Custom link/), 'mine');
    expect(await screen.findByText('This link is free.')).toBeTruthy();
    await user.clear(field(/Custom link/));
    await user.type(field(/Custom link/), 'demo');
    await waitFor(() => expect(screen.queryByText('This link is free.')).toBeNull());
    expect(api.to(CHECK).map(({ query }) => query.get('slug'))).toEqual(['taken', 'mine']);
  });
});
