import { bodyOf, problemsOf, valuesOf } from './profile-rules';

const named = { ...valuesOf(null), display_name: ' Dr. Reyes ' };

describe('a profile as it is typed', () => {
  it('starts a new profile with the defaults', () => {
    expect(valuesOf(null)).toMatchObject({ languages: ['English'], timezone: 'America/New_York', custom_slug: '' });
  });

  it('sends trimmed text and null for no link', () => {
    expect(bodyOf(named)).toMatchObject({ display_name: 'Dr. Reyes', custom_slug: null, profile_image: null });
  });

  it('asks for a display name that is more than spaces', () => {
    expect(problemsOf({ ...named, display_name: '   ' })).toEqual({ display_name: 'Display name is required' });
    expect(problemsOf(named)).toEqual({});
  });
});
