import { Avatar } from '@attune/shared-ui/components/avatar';
import { Button } from '@attune/shared-ui/components/button';
import { Spinner } from '@attune/shared-ui/components/spinner';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { useId, useRef } from 'react';
import { IMAGE_TYPES } from '../profile-image';
import type { ProfileValues } from '../profile-rules';
import { useImageUpload } from '../use-image-upload';
import styles from './profile-image-field.module.css';

interface ProfileImageFieldProps {
  form: ServerForm<ProfileValues>;
  /** The picture of the stored profile. */
  saved: string;
}

/** The profile picture: preview, upload, remove. */
export function ProfileImageField({ form, saved }: ProfileImageFieldProps) {
  const { control, error } = useField(form, 'profile_image');
  const { value: image, onChange } = control;
  const name = useField(form, 'display_name').control.value;
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { preview, problem, uploading, choose, sendAgain, remove } = useImageUpload({ saved, onChange });
  const wrong = problem ?? error;

  return (
    <div className={styles.field} role="group" aria-label="Profile image">
      <div className={styles.picture}>
        <Avatar name={name} src={preview ?? (image || null)} size="portrait" />
        {uploading && (
          <span className={styles.working}>
            <Spinner label="Uploading the image" />
          </span>
        )}
      </div>
      <div className={styles.side}>
        <div className={styles.buttons}>
          <input
            ref={input}
            type="file"
            className={styles.input}
            accept={IMAGE_TYPES.join(',')}
            aria-label="Choose a profile image"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = '';
              if (file !== undefined) choose(file);
            }}
          />
          <Button
            icon="upload"
            loading={uploading}
            aria-describedby={hintId}
            data-field={control['data-field']}
            onClick={() => input.current?.click()}
          >
            {uploading ? 'Uploading...' : image === '' ? 'Upload image' : 'Replace image'}
          </Button>
          {sendAgain !== undefined && (
            <Button variant="quiet" onClick={sendAgain}>
              Try again
            </Button>
          )}
          {image !== '' && !uploading && (
            <Button variant="quiet" onClick={remove}>
              Remove image
            </Button>
          )}
        </div>
        <p id={hintId} className={styles.hint}>
          JPEG, PNG or WebP, under 5 MB. It is shown once you save your profile.
        </p>
        {wrong !== undefined && <p className={styles.error}>{wrong}</p>}
      </div>
    </div>
  );
}
