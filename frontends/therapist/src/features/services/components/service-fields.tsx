import { Select } from '@attune/shared-ui/components/select';
import { Switch } from '@attune/shared-ui/components/switch';
import { TextArea } from '@attune/shared-ui/components/text-area';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, type ServerForm, useField } from '@attune/shared-ui/forms';
import type { SessionType } from '../../../session-type';
import { DURATION_MAX, DURATION_MIN, durationFrom, placesOf, priceFrom, type ServiceValues } from '../service-rules';
import styles from './service-form.module.css';

/** The choices of the service form. */
export const SESSION_TYPE_OPTIONS: { value: SessionType; label: string }[] = [
  { value: 'online', label: 'Online' },
  { value: 'in-person', label: 'In person' },
  { value: 'both', label: 'Online or in person' },
];

const ONLINE_PLACE_OPTIONS: { value: ServiceValues['online_place']; label: string }[] = [
  { value: 'video', label: 'By video' },
  { value: 'therapist-calls', label: 'By telephone: you call your client' },
  { value: 'client-calls', label: 'By telephone: your client calls you' },
];

const ONLINE_PLACE_HINTS: Record<ServiceValues['online_place'], string | undefined> = {
  video: undefined,
  'therapist-calls': 'Clients have to give their phone number when they book.',
  'client-calls': 'Whoever has booked is told the phone number of your profile.',
};

const VISIBILITY_OPTIONS: { value: ServiceValues['visibility']; label: string }[] = [
  { value: 'everybody', label: 'Everybody, on your page' },
  { value: 'clients', label: 'Your signed-in clients only' },
  { value: 'hidden', label: 'Nobody, it is hidden' },
];

interface ServiceFieldsProps {
  form: ServerForm<ServiceValues>;
}

/** What the service is called and what it is. */
export function WordFields({ form }: ServiceFieldsProps) {
  return (
    <>
      <FormField form={form} name="name" label="Service name">
        {(control) => <TextInput {...control} dir="auto" required maxLength={120} />}
      </FormField>
      <FormField form={form} name="description" label="Description" optional>
        {(control) => <TextArea {...control} dir="auto" rows={3} autoGrow />}
      </FormField>
    </>
  );
}

/** How long it takes and where. */
export function SessionFields({ form }: ServiceFieldsProps) {
  return (
    <div className={styles.pair}>
      <FormField form={form} name="duration_minutes" label="Duration (minutes)">
        {(control) => (
          <TextInput
            {...control}
            type="number"
            inputMode="numeric"
            min={DURATION_MIN}
            max={DURATION_MAX}
            step={1}
            onBlur={() => control.onChange(String(durationFrom(control.value)))}
          />
        )}
      </FormField>
      <FormField form={form} name="session_type" label="Session type">
        {(control) => <Select {...control} options={SESSION_TYPE_OPTIONS} />}
      </FormField>
    </div>
  );
}

/** Where people meet, as far as the session type asks for it. */
export function PlaceFields({ form }: ServiceFieldsProps) {
  const session_type = useField(form, 'session_type').control.value;
  const online_place = useField(form, 'online_place').control.value;
  const { inPerson, online, video } = placesOf({ session_type, online_place });
  return (
    <>
      {online && (
        <FormField form={form} name="online_place" label="Online, it takes place" hint={ONLINE_PLACE_HINTS[online_place]}>
          {(control) => <Select {...control} options={ONLINE_PLACE_OPTIONS} />}
        </FormField>
      )}
      {video && (
        <FormField form={form} name="video_link" label="Video link" optional hint="Only people with an appointment see it. Without one they read that it follows from you.">
          {(control) => <TextInput {...control} type="url" inputMode="url" placeholder="https://" maxLength={500} />}
        </FormField>
      )}
      {inPerson && (
        <FormField form={form} name="address" label="Address of this service" optional hint="Left empty, it is the address of your profile.">
          {(control) => <TextArea {...control} dir="auto" rows={2} autoGrow maxLength={300} />}
        </FormField>
      )}
    </>
  );
}

/** For whom it is. */
export function VisibilityField({ form }: ServiceFieldsProps) {
  return (
    <FormField form={form} name="visibility" label="Who can see and book it">
      {(control) => <Select {...control} options={VISIBILITY_OPTIONS} />}
    </FormField>
  );
}

/** What it costs: the Free switch, and a price while it is off. */
export function PriceFields({ form }: ServiceFieldsProps) {
  const free = useField(form, 'is_free').control;
  const choose = (isFree: boolean) => {
    free.onChange(isFree);
    if (isFree) form.set('price', '0');
  };
  return (
    <div className={styles.pair}>
      <Switch label="Free" description="Visitors see it as a free consultation." checked={free.value} onChange={choose} />
      {!free.value && (
        <FormField form={form} name="price" label="Price (US dollars)">
          {(control) => (
            <TextInput
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              onBlur={() => control.onChange(String(priceFrom(control.value)))}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
