import { bodyOf, draftOf, profileErrors, serverErrors } from './profile-draft';

const named = { ...draftOf(null), display_name: ' Dr. Reyes ' };

describe('profile draft', () => {
  it('starts a new profile with the defaults', () => {
    expect(draftOf(null)).toMatchObject({ languages: ['English'], timezone: 'America/New_York', custom_slug: '' });
  });

  it('sends trimmed text and null for no link', () => {
    expect(bodyOf(named)).toMatchObject({ display_name: 'Dr. Reyes', custom_slug: null, profile_image: null });
  });

  it('asks for a display name that is more than spaces', () => {
    expect(profileErrors({ ...named, display_name: '   ' })).toEqual({ display_name: 'Display name is required' });
    expect(profileErrors(named)).toEqual({});
  });

  it('puts a taken link at the slug field', () => {
    const sent = { ...named, custom_slug: 'demo' };
    expect(serverErrors({ status: 409, detail: 'This link is already taken.' }, sent)).toEqual({
      custom_slug: 'This link is already taken.',
    });
  });

  it('puts named errors at their fields and blames no field for a fault of the server', () => {
    const errors = [{ field: 'languages.0', message: 'Too long.' }];
    expect(serverErrors({ status: 400, detail: 'Invalid.', errors }, named)).toEqual({ languages: 'Too long.' });
    expect(serverErrors({ status: 500, detail: 'Oh no.' }, named)).toEqual({});
  });
});
