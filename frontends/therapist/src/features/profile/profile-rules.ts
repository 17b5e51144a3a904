import type { Problems, Typed } from '@attune/shared-ui/forms';
import type { Profile, ProfileBody } from './profile.api';
import { profileMessages } from './messages';
import { slugProblem } from './slug';
import { DEFAULT_TIMEZONE } from './timezones';

/** The form's content while it is edited. */
export type ProfileValues = Typed<ProfileBody>;

const EMPTY: ProfileValues = {
  display_name: '',
  credentials: '',
  bio: '',
  languages: ['English'],
  timezone: DEFAULT_TIMEZONE,
  custom_slug: '',
  profile_image: '',
  phone: '',
  phone_shown: false,
  address: '',
  address_shown: false,
};

/** What the form starts with: the stored profile, or the defaults of a new one. */
export function valuesOf(profile: Profile | null): ProfileValues {
  if (profile === null) return EMPTY;
  const { display_name, credentials, bio, languages, timezone, custom_slug, profile_image, phone, phone_shown, address, address_shown } = profile;
  return {
    ...{ display_name, credentials, bio, languages, timezone, phone_shown, address_shown },
    custom_slug: custom_slug ?? '',
    profile_image: profile_image ?? '',
    phone: phone ?? '',
    address: address ?? '',
  };
}

/** What is sent; an empty slug means no link. */
export function bodyOf(values: ProfileValues): ProfileBody {
  return {
    display_name: values.display_name.trim(),
    credentials: values.credentials.trim(),
    bio: values.bio.trim(),
    languages: values.languages,
    timezone: values.timezone,
    profile_image: values.profile_image || null,
    custom_slug: values.custom_slug || null,
    phone: values.phone.trim() || null,
    phone_shown: values.phone_shown,
    address: values.address.trim() || null,
    address_shown: values.address_shown,
  };
}

export function problemsOf(values: ProfileValues): Problems {
  const slug = slugProblem(values.custom_slug);
  return {
    ...(values.display_name.trim() === '' && { display_name: profileMessages.displayNameRequired }),
    ...(slug !== null && { custom_slug: slug }),
    ...(!/^[\d +().\-/]*$/.test(values.phone.trim()) && { phone: profileMessages.phoneForm }),
  };
}
