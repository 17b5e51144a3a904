import { Switch } from '@attune/shared-ui/components/switch';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm, useField } from '@attune/shared-ui/forms';
import type { ProfileValues } from '../profile-rules';
import styles from './profile-form.module.css';

/** Where the practice is and how it is called. People with an appointment there are told; the page shows it only where it is switched on. */
export function ContactFields({ form }: { form: ServerForm<ProfileValues> }) {
  return (
    <div className={styles.pair}>
      <div className={styles.shown}>
        <FormField form={form} name="phone" label="Phone" optional hint="Told to clients who are to call you for a session.">
          {(control) => <TextInput {...control} type="tel" autoComplete="tel" maxLength={40} />}
        </FormField>
        <ShowSwitch form={form} name="phone_shown" what="phone" />
      </div>
      <div className={styles.shown}>
        <FormField form={form} name="address" label="Address of your practice" optional hint="Told to clients with an appointment in person.">
          {(control) => <TextArea {...control} dir="auto" rows={3} autoGrow autoComplete="street-address" maxLength={300} />}
        </FormField>
        <ShowSwitch form={form} name="address_shown" what="address" />
      </div>
    </div>
  );
}

/** Whether strangers come upon the page through search engines. Whoever has the link sees it either way. */
export function SearchListing({ form }: { form: ServerForm<ProfileValues> }) {
  const { value, onChange } = useField(form, 'search_listed').control;
  return (
    <Switch
      label="Let search engines find my public page"
      description={value ? 'Your page is in the site map and search engines may list it.' : 'Only people who have your link come to your page.'}
      checked={value}
      onChange={onChange}
    />
  );
}

function ShowSwitch({ form, name, what }: { form: ServerForm<ProfileValues>; name: 'phone_shown' | 'address_shown'; what: string }) {
  const { value, onChange } = useField(form, name).control;
  return <Switch label={`Show ${what} on my public page`} description={value ? `Everybody can read your ${what}.` : undefined} checked={value} onChange={onChange} />;
}
