import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { FieldGroup } from '@attune/shared-ui/components/field-group';
import { IconButton } from '@attune/shared-ui/components/icon-button';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { localZone, zoneCity } from '@attune/shared-ui/format';
import { FormField, FormNotes, type Problems, type ServerForm, useField, useServerForm } from '@attune/shared-ui/forms';
import { useMemo, useState } from 'react';
import type { PublicService } from '../../../wire';
import { waitingMessages as messages } from '../messages';
import { useJoin, type WaitingBody } from '../waiting.api';
import { dayName, MAX_WISHES, NEW_WISH, type TypedWish, wishesProblem, wishOf } from '../wishes';
import styles from './waiting-dialog.module.css';

const DAYS = [{ value: '', label: messages.anyDay }, ...[1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: dayName(day) }))];
const PLACES = [
  { value: '', label: messages.chooseWhere },
  { value: 'online', label: messages.online },
  { value: 'in-person', label: messages.inPerson },
];

interface WaitingValues {
  client_name: string;
  client_email: string;
  client_phone: string;
  session_place: string;
  website: string;
  wishes: TypedWish[];
}

interface WaitingDialogProps {
  service: PublicService;
  /** Of the therapist. */
  zone: string;
  /** What was typed for a booking. */
  typed: Pick<WaitingValues, 'client_name' | 'client_email' | 'client_phone'>;
  onClose: () => void;
}

/** Somebody who finds no time says when they could come. */
export default function WaitingDialog({ service, zone, typed, onClose }: WaitingDialogProps) {
  const [sentTo, setSentTo] = useState<string>();
  const close = (open: boolean) => !open && onClose();
  if (sentTo !== undefined) {
    return <Dialog open size="sm" title={messages.sentTitle} description={messages.sent(sentTo)} onOpenChange={close} footer={<Button variant="primary" onClick={onClose}>{messages.close}</Button>} />;
  }
  return (
    <Dialog open title={messages.title} description={messages.intro} onOpenChange={close}>
      <WaitingForm service={service} zone={zone} typed={typed} onSent={setSentTo} onClose={onClose} />
    </Dialog>
  );
}

function WaitingForm({ service, zone, typed: { client_name, client_email, client_phone }, onSent, onClose }: WaitingDialogProps & { onSent: (email: string) => void }) {
  const join = useJoin();
  const form = useServerForm<WaitingValues>({
    stored: useMemo(() => ({ client_name, client_email, client_phone, session_place: '', website: '', wishes: [NEW_WISH] }), [client_name, client_email, client_phone]),
    check: (values) => problemsOf(values, service),
    send: async (values) => {
      await join.mutateAsync(bodyOf(values, service));
      onSent(values.client_email.trim());
    },
  });
  return (
    <form {...form.props} aria-label={messages.title} className={styles.form}>
      <FormNotes form={form} />
      <Wishes form={form} zone={zone} />
      <Person form={form} service={service} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" loading={form.busy}>
          {form.busy ? messages.joining : messages.join}
        </Button>
        <Button variant="quiet" disabled={form.busy} onClick={onClose}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
}

function Wishes({ form, zone }: { form: ServerForm<WaitingValues>; zone: string }) {
  const { control, error } = useField(form, 'wishes');
  const wishes = control.value;
  const change = (index: number, part: Partial<TypedWish>) => control.onChange(wishes.map((wish, at) => (at === index ? { ...wish, ...part } : wish)));
  return (
    <FieldGroup legend={messages.when} hint={messages.clock(zoneCity(zone))} error={error}>
      <div className={styles.wishes} data-field="wishes" tabIndex={-1}>
        {wishes.map((wish, index) => (
          // They have no identity but their place.
          <div key={index} className={styles.wish} role="group" aria-label={messages.wish(index + 1)}>
            <label className={`${styles.part} ${styles.day}`}>
              <span>{messages.day}</span>
              <Select options={DAYS} value={wish.weekday} onChange={(weekday: string) => change(index, { weekday })} />
            </label>
            <label className={`${styles.part} ${styles.from}`}>
              <span>{messages.from}</span>
              <TextInput type="time" value={wish.from} onChange={(event) => change(index, { from: event.target.value })} />
            </label>
            <label className={`${styles.part} ${styles.until}`}>
              <span>{messages.until}</span>
              <TextInput type="time" value={wish.until} onChange={(event) => change(index, { until: event.target.value })} />
            </label>
            {wishes.length > 1 && (
              <div className={styles.remove}>
                <IconButton icon="close" label={`${messages.remove}: ${messages.wish(index + 1)}`} onClick={() => control.onChange(wishes.filter((_, at) => at !== index))} />
              </div>
            )}
          </div>
        ))}
      </div>
      {wishes.length < MAX_WISHES && (
        <div className={styles.more}>
          <Button size="sm" icon="plus" onClick={() => control.onChange([...wishes, NEW_WISH])}>
            {messages.add}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}

function Person({ form, service }: { form: ServerForm<WaitingValues>; service: PublicService }) {
  const place = useField(form, 'session_place').control.value;
  return (
    <>
      {service.session_type === 'both' && (
        <FormField form={form} name="session_place" label={messages.where}>
          {(control) => <Select {...control} options={PLACES} />}
        </FormField>
      )}
      <FormField form={form} name="client_name" label={messages.name}>
        {(control) => <TextInput {...control} dir="auto" autoComplete="name" maxLength={120} />}
      </FormField>
      <FormField form={form} name="client_email" label={messages.email}>
        {(control) => <TextInput {...control} type="email" autoComplete="email" maxLength={254} />}
      </FormField>
      {isCalled(service, place) && (
        <FormField form={form} name="client_phone" label={messages.phone} hint={messages.phoneHint}>
          {(control) => <TextInput {...control} type="tel" autoComplete="tel" maxLength={40} />}
        </FormField>
      )}
      <div className={styles.trap} aria-hidden="true">
        <FormField form={form} name="website" label={messages.website}>
          {(control) => <TextInput {...control} tabIndex={-1} autoComplete="off" />}
        </FormField>
      </div>
    </>
  );
}

function isCalled(service: PublicService, place: string): boolean {
  return service.online_place === 'therapist-calls' && (service.session_type === 'both' ? place : service.session_type) === 'online';
}

function problemsOf(values: WaitingValues, service: PublicService): Problems {
  const wishes = wishesProblem(values.wishes);
  return {
    ...(wishes !== undefined && { wishes }),
    ...(service.session_type === 'both' && values.session_place === '' && { session_place: messages.whereMissing }),
    ...(values.client_name.trim() === '' && { client_name: messages.nameMissing }),
    ...(values.client_email.trim() === '' && { client_email: messages.emailMissing }),
    ...(isCalled(service, values.session_place) && values.client_phone.trim() === '' && { client_phone: messages.phoneMissing }),
  };
}

function bodyOf(values: WaitingValues, service: PublicService): WaitingBody {
  const { session_place: place, client_phone, website } = values;
  return {
    service_id: service.id,
    client_name: values.client_name.trim(),
    client_email: values.client_email.trim(),
    client_timezone: localZone(),
    wishes: values.wishes.map(wishOf),
    ...(client_phone.trim() !== '' && { client_phone: client_phone.trim() }),
    ...(website !== '' && { website }),
    ...(service.session_type === 'both' && (place === 'online' || place === 'in-person') && { session_place: place }),
  };
}
