import { Button } from '@attune/shared-ui/components/button';
import { Field } from '@attune/shared-ui/components/field';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { copyLink } from '../copy-link';
import { profileMessages } from '../messages';
import { shareLink, slugFrom } from '../slug';
import styles from './slug-field.module.css';

interface SlugFieldProps {
  slug: string;
  saved: string;
  error?: string;
  onChange: (slug: string) => void;
}

/** The custom link: stripped while it is typed, with the whole address below it, ready to be copied. */
export function SlugField({ slug, saved, error, onChange }: SlugFieldProps) {
  const link = shareLink(window.location.origin, slug);
  return (
    <div className={styles.field}>
      <Field
        label="Custom link"
        optional
        error={error}
        hint="Lower-case letters, digits, hyphen and underscore; 3 to 60 characters."
      >
        {(aria) => (
          <TextInput
            {...aria}
            data-field="custom_slug"
            value={slug}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            placeholder="your-name"
            onChange={(event) => onChange(slugFrom(event.target.value))}
          />
        )}
      </Field>
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
