import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Select } from '@attune/shared-ui/components/select';
import { localZone, zoneLabel } from '@attune/shared-ui/format';
import { FormField, FormNotes, type ServerForm, useField, useServerForm } from '@attune/shared-ui/forms';
import { toast, useQueryClient } from '@attune/shared-ui/runtime';
import { useEffect, useMemo } from 'react';
import type { Profile } from '../profile.api';
import { profileKey, useSaveProfile } from '../profile.api';
import { profileMessages as messages } from '../messages';
import { bodyOf, problemsOf, type ProfileValues, valuesOf } from '../profile-rules';
import { timezoneOptions } from '../timezones';
import { AboutFields } from './about-fields';
import { ContactFields } from './contact-fields';
import { LanguagesField } from './languages-field';
import styles from './profile-form.module.css';
import { ProfileImageField } from './profile-image-field';
import { SlugField } from './slug-field';
import { ViewPageLink } from './view-page-link';

interface ProfileFormProps {
  profile: Profile | null;
  labelledBy: string;
  onDirtyChange: (dirty: boolean) => void;
}

/** The Professional Profile form: creates the profile the first time, updates it afterwards. */
export function ProfileForm({ profile, labelledBy, onDirtyChange }: ProfileFormProps) {
  const stored = useMemo(() => valuesOf(profile), [profile]);
  const form = useProfileForm(profile, stored);
  const { busy, dirty } = form;
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  return (
    <Card padding="lg">
      <form {...form.props} aria-labelledby={labelledBy} className={styles.form}>
        <FormNotes form={form} />
        <ProfileImageField form={form} saved={stored.profile_image} />
        <AboutFields form={form} />
        <LanguagesField form={form} />
        <ZoneField form={form} saved={stored.timezone} />
        <ContactFields form={form} />
        <SlugField form={form} saved={stored.custom_slug} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" size="lg" loading={busy}>
            {busy ? 'Saving...' : 'Save Profile'}
          </Button>
          {profile !== null && <ViewPageLink profile={profile} />}
          {dirty && !busy && <span className={styles.note}>You have unsaved changes.</span>}
        </div>
      </form>
    </Card>
  );
}

function useProfileForm(profile: Profile | null, stored: ProfileValues) {
  const queryClient = useQueryClient();
  const save = useSaveProfile(profile !== null);
  return useServerForm<ProfileValues>({
    stored,
    keep: { form: 'profile' },
    check: problemsOf,
    send: async (values) => {
      const saved = await save.mutateAsync(bodyOf(values));
      toast.success(profile === null ? messages.created : messages.updated);
      return valuesOf(saved);
    },
    onInvalid: ({ display_name: name }) => {
      if (name !== undefined) toast.error(name);
    },
    onRefused: () => void toast.error(messages.saveFailed),
    refresh: () => void queryClient.invalidateQueries({ queryKey: profileKey }),
  });
}

function ZoneField({ form, saved }: { form: ServerForm<ProfileValues>; saved: string }) {
  const zone = useField(form, 'timezone').control.value;
  return (
    <FormField form={form} name="timezone" label="Time zone" hint={zoneHint(zone)}>
      {(control) => <Select {...control} options={timezoneOptions(saved)} />}
    </FormField>
  );
}

function zoneHint(timezone: string): string {
  const here = localZone();
  const rule = 'Your working hours and the times visitors see are in this zone.';
  return here === timezone ? rule : `${rule} This browser is in ${zoneLabel(here)}.`;
}
