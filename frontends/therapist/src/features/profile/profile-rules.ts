import { zoneLabel } from '@attune/shared-ui/format';
import type { Problems, Typed } from '@attune/shared-ui/forms';
import type { NewProfileBody, Profile, ProfileBody } from './profile.api';
import { profileMessages } from './messages';
import { slugProblem } from './slug';
import { DEFAULT_TIMEZONE } from './timezones';

/** The form's content while it is edited. */
export type ProfileValues = Omit<Typed<ProfileBody>, 'version'> & {
  /** What is typed began with this one; 0 for a new profile. */
  version: number;
};

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
  search_listed: false,
  version: 0,
};

/** What the form starts with: the stored profile, or the defaults of a new one. */
export function valuesOf(profile: Profile | null): ProfileValues {
  if (profile === null) return EMPTY;
  const { display_name, credentials, bio, languages, timezone, custom_slug, profile_image, phone, phone_shown, address, address_shown, search_listed, version } = profile;
  return {
    ...{ display_name, credentials, bio, languages, timezone, phone_shown, address_shown, search_listed, version },
    custom_slug: custom_slug ?? '',
    profile_image: profile_image ?? '',
    phone: phone ?? '',
    address: address ?? '',
  };
}

/** What is sent; an empty slug means no link. */
export function bodyOf(values: ProfileValues): NewProfileBody {
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
    search_listed: values.search_listed,
  };
}

const line = (name: string, text: string): string[] => (text.trim() === '' ? [] : [`${name}: ${text.trim()}`]);
const shownOn = (isShown: boolean): string => (isShown ? ' (on your public page)' : '');
/** Of base64, without its head. */
const kilobytes = (dataUrl: string): string => ((dataUrl.length * 3) / 4 / 1000).toFixed(1);

/** A profile as one text, to be compared and copied. */
export function wholeText(values: ProfileValues): string {
  const { display_name, credentials, bio, languages, timezone, phone, phone_shown, address, address_shown, custom_slug, profile_image } = values;
  return [
    ...line('Display name', display_name),
    ...line('Credentials', credentials),
    ...line('Bio', bio),
    ...line('Languages', languages.join(', ')),
    ...line('Time zone', zoneLabel(timezone)),
    ...line(`Phone${shownOn(phone_shown)}`, phone),
    ...line(`Address${shownOn(address_shown)}`, address),
    ...line('Custom link', custom_slug),
    profile_image === '' ? 'No profile image' : `Profile image of ${kilobytes(profile_image)} kB`,
  ].join('\n');
}

export function problemsOf(values: ProfileValues): Problems {
  const slug = slugProblem(values.custom_slug);
  return {
    ...(values.display_name.trim() === '' && { display_name: profileMessages.displayNameRequired }),
    ...(slug !== null && { custom_slug: slug }),
    ...(!/^[\d +().\-/]*$/.test(values.phone.trim()) && { phone: profileMessages.phoneForm }),
  };
}
