import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Select } from '@attune/shared-ui/components/select';
import { localZone, zoneLabel } from '@attune/shared-ui/format';
import { FormField, FormNotes, type ServerForm, useField } from '@attune/shared-ui/forms';
import { useEffect, useRef } from 'react';
import { ConflictNotice } from '../../../writing/conflict-notice';
import type { Profile } from '../profile.api';
import { profileMessages as messages } from '../messages';
import { type ProfileValues, valuesOf, wholeText } from '../profile-rules';
import { timezoneOptions } from '../timezones';
import { useProfileForm } from '../use-profile-form';
import { AboutFields } from './about-fields';
import { ContactFields, SearchListing } from './contact-fields';
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
  const { form, stored, conflict, isRefused, saveMine, takeSaved } = useProfileForm(profile);
  const { busy, dirty } = form;
  const saveButton = useRef<HTMLButtonElement>(null);
  const wasConflict = useRef(conflict);
  useEffect(() => {
    // What was pressed to decide went with the notice.
    if (wasConflict.current && !conflict && document.activeElement === document.body) saveButton.current?.focus();
    wasConflict.current = conflict;
  }, [conflict]);
  const mine = form.values();
  const saved = profile !== null && profile.version !== mine.version ? wholeText(valuesOf(profile)) : undefined;
  useEffect(() => onDirtyChange(dirty), [dirty, onDirtyChange]);

  return (
    <Card padding="lg">
      <form {...form.props} aria-labelledby={labelledBy} className={styles.form}>
        <FormNotes form={{ lines: form.lines, changedElsewhere: false }} />
        {conflict && (
          <ConflictNotice title={messages.conflictTitle} text={messages.conflictText} mine={wholeText(mine)} saved={saved} busy={busy} comesForward={isRefused} onSaveMine={() => void saveMine()} onTakeSaved={takeSaved} />
        )}
        <ProfileImageField form={form} saved={stored.profile_image} />
        <AboutFields form={form} />
        <LanguagesField form={form} />
        <ZoneField form={form} saved={stored.timezone} />
        <ContactFields form={form} />
        <SlugField form={form} saved={stored.custom_slug} />
        <SearchListing form={form} />
        <div className={styles.actions}>
          <Button ref={saveButton} type="submit" variant="primary" size="lg" loading={busy}>
            {busy ? 'Saving...' : 'Save Profile'}
          </Button>
          {profile !== null && <ViewPageLink profile={profile} />}
          {dirty && !busy && <span className={styles.note}>You have unsaved changes.</span>}
        </div>
      </form>
    </Card>
  );
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
