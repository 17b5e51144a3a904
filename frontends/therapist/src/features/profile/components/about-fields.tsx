import { Field } from '@attune/shared-ui/components/field';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import type { ProfileDraft, ProfileErrors } from '../profile-draft';
import styles from './profile-form.module.css';

interface AboutFieldsProps {
  draft: ProfileDraft;
  errors: ProfileErrors;
  onChange: (part: Partial<ProfileDraft>) => void;
}

/** Who the therapist is, in words. */
export function AboutFields({ draft, errors, onChange }: AboutFieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <Field label="Display name" error={errors.display_name}>
          {(aria) => (
            <TextInput
              {...aria}
              data-field="display_name"
              dir="auto"
              required
              maxLength={120}
              autoComplete="name"
              value={draft.display_name}
              onChange={(event) => onChange({ display_name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Credentials" optional error={errors.credentials}>
          {(aria) => (
            <TextInput
              {...aria}
              data-field="credentials"
              dir="auto"
              placeholder="PhD, LMFT"
              value={draft.credentials}
              onChange={(event) => onChange({ credentials: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Bio" optional error={errors.bio} hint="How you work and whom you work with, in your own words.">
        {(aria) => (
          <TextArea
            {...aria}
            data-field="bio"
            dir="auto"
            rows={5}
            autoGrow
            value={draft.bio}
            onChange={(event) => onChange({ bio: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
