import { Segmented } from '@attune/shared-ui/components/segmented';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { zoneCity } from '@attune/shared-ui/format';
import { FormField, type ServerForm, SILENT, useField, useServerForm } from '@attune/shared-ui/forms';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast } from '@attune/shared-ui/runtime';
import { useMemo, useRef, useState } from 'react';
import { AskedForm, useAsked } from '../../../writing/asked-form';
import type { Leave } from '../../../writing/use-asked-leave';
import { onPurposeQuestion } from '../../../writing/on-purpose';
import { newBookingMessages as messages } from '../messages';
import { type SeriesRequest, useBookForClient, useBookSeries } from '../new-booking.api';
import { bodyOf, emptyBooking, type NewBookingValues, problemsOf, seriesBodyOf, seriesOf, type ServiceChoice } from '../new-booking-values';
import { type SeriesDays, useSeriesDays } from '../use-series-days';
import { ClientChoice } from './client-choice';
import styles from './new-booking-form.module.css';
import { SeriesDaysList } from './series-days';

const WHO = [
  { value: 'known', label: 'A client of yours' },
  { value: 'new', label: 'Somebody new' },
];

const PLACES = [
  { value: '', label: 'Please choose' },
  { value: 'online', label: 'Online' },
  { value: 'in-person', label: 'In person' },
];

const REPEATS = [
  { value: 'once', label: 'Does not repeat' },
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every two weeks' },
];

interface NewBookingFormProps {
  services: readonly ServiceChoice[];
  zone: string;
  at?: { date: string; time: string } | undefined;
  onDone: () => void;
  /** Of the window that the form stands in. */
  leave: Leave;
}

/** For whom, of what, when, and how often. At a time that clients could not book it asks once more; of a series it shows every day first. */
export function NewBookingForm({ services, zone, at, onDone, leave }: NewBookingFormProps) {
  const latest = useRef<SeriesDays>(undefined);
  const chosen = () => latest.current?.chosen ?? [];
  const { save, asked, forget } = useSaving(services, () => ({ chosen: chosen(), meant: latest.current?.meant ?? [] }));
  const form = useServerForm<NewBookingValues>({
    stored: useMemo(() => emptyBooking(services, at), [services, at]),
    keep: { form: 'new-booking' },
    check: (values) => ({ ...problemsOf(values, services), ...(seriesOf(values) !== undefined && chosen().length === 0 && { dates: messages.noDays }) }),
    send: async (values) => {
      const count = chosen().length;
      await save(values);
      toast.success(values.repeats === 'once' ? messages.made : messages.seriesMade(count));
      onDone();
    },
    onRefused: (error, told) => {
      // Said in the banner, with what to do about it.
      if (questionOf(form.values(), error) !== undefined) return SILENT;
      toast.error(messages.failed);
      return told;
    },
  });
  const series = useSeriesDays(useSeriesRequest(form));
  latest.current = series;
  const repeats = useField(form, 'repeats').control.value !== 'once';
  const words = { once: repeats ? messages.bookAll(series.chosen.length) : 'Book', again: 'Book it all the same', busy: 'Booking...' };
  return (
    <AskedForm form={form} label={messages.title} asked={asked} onInput={forget} words={words} onDone={onDone} leave={leave}>
      <WhoFields form={form} onWho={forget} />
      <WhenFields form={form} services={services} zone={zone} onChange={forget} />
      <RepeatFields form={form} onChange={forget} />
      {repeats && <SeriesDaysList series={series} error={form.errorAt('dates')} />}
    </AskedForm>
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
        <>
          <FormField form={form} name="client_name" label="Name">
            {(control) => <TextInput {...control} dir="auto" maxLength={120} autoComplete="off" />}
          </FormField>
          <FormField form={form} name="client_email" label="Email" hint={messages.whoHint}>
            {(control) => <TextInput {...control} type="email" maxLength={254} autoComplete="off" />}
          </FormField>
        </>
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

function RepeatFields({ form, onChange }: { form: ServerForm<NewBookingValues>; onChange: () => void }) {
  const repeats = useField(form, 'repeats').control.value !== 'once';
  return (
    <div className={styles.pair}>
      <FormField form={form} name="repeats" label={messages.repeats}>
        {(control) => (
          <Select
            {...control}
            options={REPEATS}
            onChange={(value: string) => {
              onChange();
              control.onChange(value);
            }}
          />
        )}
      </FormField>
      {repeats && (
        <FormField form={form} name="count" label={messages.countLabel}>
          {(control) => <TextInput {...control} inputMode="numeric" maxLength={2} autoComplete="off" />}
        </FormField>
      )}
    </div>
  );
}

/** The series that is typed, once it is known what it is. */
function useSeriesRequest(form: ServerForm<NewBookingValues>): SeriesRequest | undefined {
  const service_id = useField(form, 'service_id').control.value;
  const appointment_date = useField(form, 'appointment_date').control.value;
  const appointment_time = useField(form, 'appointment_time').control.value;
  const repeats = useField(form, 'repeats').control.value;
  const count = useField(form, 'count').control.value;
  return seriesOf({ service_id, appointment_date, appointment_time, repeats, count });
}

/** What is asked about one appointment; the days of a series say it themselves. */
function questionOf({ repeats }: NewBookingValues, error: unknown): string | undefined {
  return repeats === 'once' ? onPurposeQuestion(error) : undefined;
}

/** The first try asks whether clients could book the time; once it was said that they could not, the next one means it. */
function useSaving(services: readonly ServiceChoice[], days: () => { chosen: string[]; meant: string[] }) {
  const booking = useBookForClient();
  const series = useBookSeries();
  const [{ keyFor }] = useState(createKeyring);
  return useAsked<NewBookingValues>(async (values, meant) => {
    if (values.repeats !== 'once') {
      const body = seriesBodyOf(values, services, days());
      await series.mutateAsync({ body, key: keyFor(body) });
      return;
    }
    const body = { ...bodyOf(values, services), ...(meant && { on_purpose: true }) };
    await booking.mutateAsync({ body, key: keyFor(body) });
  }, onPurposeQuestion);
}
