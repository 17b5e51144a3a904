import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { localZone, zoneLabel } from '@attune/shared-ui/format';
import { useEffect, useRef } from 'react';
import type { Profile } from '../profile.api';
import { timezoneOptions } from '../timezones';
import { useProfileForm } from '../use-profile-form';
import { AboutFields } from './about-fields';
import { LanguagesField } from './languages-field';
import styles from './profile-form.module.css';
import { ProfileImageField } from './profile-image-field';
import { SlugField } from './slug-field';

interface ProfileFormProps {
  profile: Profile | null;
  labelledBy: string;
  onDirtyChange: (dirty: boolean) => void;
}

/** The Professional Profile form: creates the profile the first time, updates it afterwards. */
export function ProfileForm({ profile, labelledBy, onDirtyChange }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, saved, errors, failure, change, submit, saving, dirty } = useProfileForm(profile, (field) =>
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus(),
  );
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  return (
    <Card padding="lg">
      <form
        ref={form}
        noValidate
        aria-labelledby={labelledBy}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {failure !== null && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        <ProfileImageField
          name={draft.display_name}
          image={draft.profile_image}
          saved={saved.profile_image}
          error={errors.profile_image}
          onChange={(profile_image) => change({ profile_image })}
        />
        <AboutFields draft={draft} errors={errors} onChange={change} />
        <LanguagesField
          languages={draft.languages}
          error={errors.languages}
          onChange={(languages) => change({ languages })}
        />
        <Field label="Time zone" error={errors.timezone} hint={zoneHint(draft.timezone)}>
          {(aria) => (
            <Select
              {...aria}
              value={draft.timezone}
              options={timezoneOptions(saved.timezone)}
              onChange={(timezone) => change({ timezone })}
            />
          )}
        </Field>
        <SlugField
          slug={draft.custom_slug}
          saved={saved.custom_slug}
          error={errors.custom_slug}
          onChange={(custom_slug) => change({ custom_slug })}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" size="lg" loading={saving}>
            {saving ? 'Saving...' : 'Save Profile'}
          </Button>
          {dirty && !saving && <span className={styles.note}>You have unsaved changes.</span>}
        </div>
      </form>
    </Card>
  );
}

function zoneHint(timezone: string): string {
  const here = localZone();
  const rule = 'Your working hours and the times visitors see are in this zone.';
  return here === timezone ? rule : `${rule} This browser is in ${zoneLabel(here)}.`;
}
