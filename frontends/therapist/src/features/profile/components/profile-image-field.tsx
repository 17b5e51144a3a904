import { Avatar } from '@attune/shared-ui/components/avatar';
import { Button } from '@attune/shared-ui/components/button';
import { ProgressBar } from '@attune/shared-ui/components/progress-bar';
import { type ServerForm, useField } from '@attune/shared-ui/forms';
import { type DragEvent, useId, useRef, useState } from 'react';
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
  const { preview, problem, uploading, progress, choose, sendAgain, remove, revert } = useImageUpload({ saved, onChange });
  const wrong = problem ?? error;
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, entering: boolean) => {
    event.preventDefault();
    setOver(entering && !uploading);
  };
  const drop = (event: DragEvent) => {
    drag(event, false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined && !uploading) choose(file);
  };

  return (
    <div
      className={over ? `${styles.field} ${styles.over}` : styles.field}
      role="group"
      aria-label="Profile image"
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={drop}
    >
      <div className={styles.picture}>
        <Avatar name={name} src={preview ?? (image || null)} size="portrait" />
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
          {image !== saved && !uploading && (
            <Button variant="quiet" icon="undo" onClick={revert}>
              Back to the saved image
            </Button>
          )}
          {image !== '' && !uploading && (
            <Button variant="quiet" onClick={remove}>
              Remove image
            </Button>
          )}
        </div>
        {uploading && <ProgressBar label={progress < 100 ? 'Uploading the image' : 'Reading the image'} value={progress} />}
        <p id={hintId} className={styles.hint}>
          Choose a picture or drop one here: JPEG, PNG or WebP, under 5 MB. It is shown once you save your profile.
        </p>
        {wrong !== undefined && <p className={styles.error}>{wrong}</p>}
      </div>
    </div>
  );
}
