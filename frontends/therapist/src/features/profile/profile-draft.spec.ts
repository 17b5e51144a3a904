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

  it('puts named errors at their fields and guesses no field where none is named', () => {
    expect(serverErrors([{ field: 'languages.0', message: 'Too long.' }])).toEqual({ languages: 'Too long.' });
    expect(serverErrors([{ field: 'custom_slug', message: 'Taken.' }])).toEqual({ custom_slug: 'Taken.' });
    expect(serverErrors(undefined)).toEqual({});
  });
});
