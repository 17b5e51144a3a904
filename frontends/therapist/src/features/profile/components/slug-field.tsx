import { Button } from '@attune/shared-ui/components/button';
import { Icon } from '@attune/shared-ui/components/icon';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm, useField } from '@attune/shared-ui/forms';
import { copyLink } from '../copy-link';
import { profileMessages } from '../messages';
import type { ProfileValues } from '../profile-rules';
import { shareLink, slugFrom } from '../slug';
import { type SlugCheck, useSlugCheck } from '../use-slug-check';
import styles from './slug-field.module.css';

interface SlugFieldProps {
  form: ServerForm<ProfileValues>;
  /** The link that works already. */
  saved: string;
}

/** The custom link: stripped while it is typed, with the whole address below it, ready to be copied. */
export function SlugField({ form, saved }: SlugFieldProps) {
  const slug = useField(form, 'custom_slug').control.value;
  const check = useSlugCheck(slug, saved);
  const link = shareLink(window.location.origin, slug);
  return (
    <div className={styles.field}>
      <FormField
        form={form}
        name="custom_slug"
        label="Custom link"
        optional
        hint="Lower-case letters, digits, hyphen and underscore; 3 to 60 characters."
      >
        {(control) => (
          <TextInput
            {...control}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            placeholder="your-name"
            onChange={(event) => control.onChange(slugFrom(event.target.value))}
          />
        )}
      </FormField>
      <p role="status" className={styles.check}>
        {check !== undefined && <SlugVerdict check={check} />}
      </p>
      {slug !== '' && (
        <div className={styles.preview}>
          <span className={styles.link}>{link}</span>
          <Button size="sm" icon="copy" onClick={() => void copyLink(link, profileMessages.linkCopied)}>
            Copy link
          </Button>
          {slug !== saved && <span className={styles.note}>Works once you have saved.</span>}
        </div>
      )}
    </div>
  );
}

function SlugVerdict({ check }: { check: SlugCheck }) {
  if (check.status === 'checking') return <span className={styles.soft}>{profileMessages.checkingLink}</span>;
  const isFree = check.status === 'free';
  return (
    <span className={isFree ? styles.free : styles.refused}>
      <Icon name={isFree ? 'check' : 'alert'} size={16} /> {check.detail}
    </span>
  );
}
