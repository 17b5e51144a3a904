import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm } from '@attune/shared-ui/forms';
import type { ProfileValues } from '../profile-rules';
import styles from './profile-form.module.css';

/** Who the therapist is, in words. */
export function AboutFields({ form }: { form: ServerForm<ProfileValues> }) {
  return (
    <>
      <div className={styles.pair}>
        <FormField form={form} name="display_name" label="Display name">
          {(control) => <TextInput {...control} dir="auto" required maxLength={120} autoComplete="name" />}
        </FormField>
        <FormField form={form} name="credentials" label="Credentials" optional>
          {(control) => <TextInput {...control} dir="auto" placeholder="PhD, LMFT" />}
        </FormField>
      </div>
      <FormField form={form} name="bio" label="Bio" optional hint="How you work and whom you work with, in your own words.">
        {(control) => <TextArea {...control} dir="auto" rows={5} autoGrow />}
      </FormField>
    </>
  );
}
