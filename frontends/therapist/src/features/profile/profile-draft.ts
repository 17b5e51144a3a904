import type { Profile, ProfileBody } from './profile.api';
import { profileMessages } from './messages';
import { slugProblem } from './slug';
import { DEFAULT_TIMEZONE } from './timezones';

/** The form's content while it is edited. */
export interface ProfileDraft {
  display_name: string;
  credentials: string;
  bio: string;
  languages: readonly string[];
  timezone: string;
  custom_slug: string;
  profile_image: string | null;
}

export type ProfileField = keyof ProfileDraft;
export type ProfileErrors = Partial<Record<ProfileField, string>>;

/** Field order on the screen: the first error of it takes the focus. */
export const FIELD_ORDER: readonly ProfileField[] = [
  'profile_image',
  'display_name',
  'credentials',
  'bio',
  'languages',
  'timezone',
  'custom_slug',
];

const EMPTY: ProfileDraft = {
  display_name: '',
  credentials: '',
  bio: '',
  languages: ['English'],
  timezone: DEFAULT_TIMEZONE,
  custom_slug: '',
  profile_image: null,
};

/** What the form starts with: the stored profile, or the defaults of a new one. */
export function draftOf(profile: Profile | null): ProfileDraft {
  if (profile === null) return EMPTY;
  return {
    display_name: profile.display_name,
    credentials: profile.credentials,
    bio: profile.bio,
    languages: profile.languages,
    timezone: profile.timezone,
    custom_slug: profile.custom_slug ?? '',
    profile_image: profile.profile_image ?? null,
  };
}

/** What is sent; an empty slug means no link. */
export function bodyOf(draft: ProfileDraft): ProfileBody {
  return {
    display_name: draft.display_name.trim(),
    credentials: draft.credentials.trim(),
    bio: draft.bio.trim(),
    languages: [...draft.languages],
    timezone: draft.timezone,
    profile_image: draft.profile_image,
    custom_slug: draft.custom_slug === '' ? null : draft.custom_slug,
  };
}

export function isDirty(draft: ProfileDraft, saved: ProfileDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(saved);
}

export function profileErrors(draft: ProfileDraft): ProfileErrors {
  const errors: ProfileErrors = {};
  if (draft.display_name.trim() === '') errors.display_name = profileMessages.displayNameRequired;
  const slug = slugProblem(draft.custom_slug);
  if (slug !== null) errors.custom_slug = slug;
  return errors;
}

export function firstErrorField(errors: ProfileErrors): ProfileField | undefined {
  return FIELD_ORDER.find((field) => errors[field] !== undefined);
}

/** The errors that the server names by field, at the fields of this form. */
export function serverErrors(errors: readonly { field: string; message: string }[] = []): ProfileErrors {
  const found: ProfileErrors = {};
  for (const { field, message } of errors) {
    const known = FIELD_ORDER.find((one) => field === one || field.startsWith(`${one}.`));
    if (known !== undefined && found[known] === undefined) found[known] = message;
  }
  return found;
}
