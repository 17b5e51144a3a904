import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Segmented } from '@attune/shared-ui/components/segmented';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { zoneCity } from '@attune/shared-ui/format';
import { FormField, FormNotes, type ServerForm, SILENT, useField, useServerForm } from '@attune/shared-ui/forms';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useMemo, useRef, useState } from 'react';
import { LeaveDialog } from '../../../writing/leave-dialog';
import { writingMessages } from '../../../writing/messages';
import { type Leave, useAskedLeave } from '../../../writing/use-asked-leave';
import { newBookingMessages as messages } from '../messages';
import { useBookForClient } from '../new-booking.api';
import { bodyOf, emptyBooking, type NewBookingValues, problemsOf, type ServiceChoice } from '../new-booking-values';
import { ClientChoice } from './client-choice';
import styles from './new-booking-form.module.css';

const WHO = [
  { value: 'known', label: 'A client of yours' },
  { value: 'new', label: 'Somebody new' },
];

const PLACES = [
  { value: '', label: 'Please choose' },
  { value: 'online', label: 'Online' },
  { value: 'in-person', label: 'In person' },
];

interface NewBookingFormProps {
  services: readonly ServiceChoice[];
  zone: string;
  onDone: () => void;
  /** Of the window that the form stands in. */
  leave: Leave;
}

/** For whom, of what and when. At a time that clients could not book it asks once more. */
export function NewBookingForm({ services, zone, onDone, leave }: NewBookingFormProps) {
  const { save, asked, forget } = useSaving(services);
  const form = useServerForm<NewBookingValues>({
    stored: useMemo(() => emptyBooking(services), [services]),
    keep: { form: 'new-booking' },
    check: (values) => problemsOf(values, services),
    send: async (values) => {
      await save(values);
      toast.success(messages.made);
      onDone();
    },
    onRefused: (error, told) => {
      // Said in the banner, with what to do about it.
      if (questionOf(error) !== undefined) return SILENT;
      toast.error(messages.failed);
      return told;
    },
  });
  const { busy, dirty } = form;
  const { leaving, ask, stay } = useAskedLeave({ leave, busy, dirty, onLeave: onDone });

  return (
    <>
      <form {...form.props} aria-label={messages.title} className={styles.form} onInput={forget}>
        <FormNotes form={form} />
        <WhoFields form={form} onWho={forget} />
        <WhenFields form={form} services={services} zone={zone} onChange={forget} />
        {asked !== undefined && (
          <Banner tone="attention" role="alert">
            {asked}
          </Banner>
        )}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" loading={busy}>
            {busy ? 'Booking...' : asked === undefined ? 'Book' : 'Book it all the same'}
          </Button>
          <Button variant="quiet" onClick={ask} disabled={busy}>
            Cancel
          </Button>
        </div>
      </form>
      {leaving && (
        <LeaveDialog
          text={writingMessages.leaveText}
          keepLabel={writingMessages.keepTyped}
          preferStaying
          onStay={stay}
          onKeep={onDone}
          onDiscard={() => {
            form.discard();
            onDone();
          }}
        />
      )}
    </>
  );
}

function WhoFields({ form, onWho }: { form: ServerForm<NewBookingValues>; onWho: () => void }) {
  const who = useField(form, 'who').control;
  return (
    <>
      <Segmented
        label="Who it is for"
        options={WHO}
        value={who.value}
        onChange={(next) => {
          onWho();
          who.onChange(next === 'new' ? 'new' : 'known');
        }}
      />
      {who.value === 'known' ? (
        <ClientChoice form={form} />
      ) : (
        <div className={styles.pair}>
          <FormField form={form} name="client_name" label="Name">
            {(control) => <TextInput {...control} dir="auto" maxLength={120} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="client_email" label="Email" hint={messages.whoHint}>
            {(control) => <TextInput {...control} type="email" maxLength={254} autoComplete="off" />}
          </FormField>
        </div>
      )}
      <FormField form={form} name="client_phone" label="Phone" optional hint={messages.phoneHint}>
        {(control) => <TextInput {...control} type="tel" maxLength={40} autoComplete="off" />}
      </FormField>
    </>
  );
}

interface WhenFieldsProps {
  form: ServerForm<NewBookingValues>;
  services: readonly ServiceChoice[];
  zone: string;
  onChange: () => void;
}

function WhenFields({ form, services, zone, onChange }: WhenFieldsProps) {
  const chosen = useField(form, 'service_id').control.value;
  const options = [{ value: '', label: 'Please choose' }, ...services.map(({ id, name, duration_minutes }) => ({ value: id, label: `${name}, ${duration_minutes} min` }))];
  const hasChoice = services.find(({ id }) => id === chosen)?.session_type === 'both';
  const select = (control: { value: string; onChange: (value: string) => void }) => ({
    ...control,
    onChange: (value: string) => {
      onChange();
      control.onChange(value);
    },
  });
  return (
    <>
      <FormField form={form} name="service_id" label="Service">
        {(control) => <Select {...select(control)} options={options} />}
      </FormField>
      {hasChoice && (
        <FormField form={form} name="session_place" label="Where">
          {(control) => <Select {...select(control)} options={PLACES} />}
        </FormField>
      )}
      <div className={styles.pair}>
        <FormField form={form} name="appointment_date" label="Day">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        <FormField form={form} name="appointment_time" label={`Time in ${zoneCity(zone)}`}>
          {(control) => <TextInput {...control} type="time" />}
        </FormField>
      </div>
    </>
  );
}

/** What is asked once more, where the server would refuse unless it is meant. */
function questionOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors?.find(({ field }) => field === 'on_purpose')?.message : undefined;
}

/** The first try asks whether clients could book the time; once it was said that they could not, the next one means it. */
function useSaving(services: readonly ServiceChoice[]) {
  const booking = useBookForClient();
  const [{ keyFor }] = useState(createKeyring);
  const [asked, setAsked] = useState<string>();
  const latest = useRef(asked);
  latest.current = asked;
  const save = async (values: NewBookingValues) => {
    const body = { ...bodyOf(values, services), ...(latest.current !== undefined && { on_purpose: true }) };
    try {
      await booking.mutateAsync({ body, key: keyFor(body) });
    } catch (error) {
      setAsked(questionOf(error));
      throw error;
    }
  };
  return { save, asked, forget: () => setAsked(undefined) };
}
