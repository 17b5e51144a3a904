import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Dialog } from '@attune/shared-ui/components/dialog';
import { ErrorPanel } from '@attune/shared-ui/components/error-panel';
import { Field } from '@attune/shared-ui/components/field';
import { Select } from '@attune/shared-ui/components/select';
import { Skeleton, SkeletonGroup } from '@attune/shared-ui/components/skeleton';
import { UserText } from '@attune/shared-ui/components/user-text';
import { formatDuration, formatPrice, localZone } from '@attune/shared-ui/format';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { toast, useQuery } from '@attune/shared-ui/runtime';
import { type ReactNode, useMemo, useState } from 'react';
import type { Practice } from '../../../wire';
import { bookService, type ChosenTime, type NewAppointment, practicesQuery, serviceTimesSource, useAppointmentChange } from '../appointments.api';
import { appointmentMessages as messages } from '../messages';
import { usePlaceChoice } from '../use-place-choice';
import { TimeDialog } from './time-dialog';

type Service = Practice['services'][number];

const WORDS = {
  title: messages.bookTitle,
  submit: messages.bookSubmit,
  submitFor: messages.rebookAt,
  submitting: messages.rebooking,
  leave: messages.close,
  failed: messages.bookFailed,
};
const FIELD_ID = 'choice-service';

/** Another session with one of the client's own therapists, also a service that only their clients may book. */
export default function BookDialog({ onClose }: { onClose: () => void }) {
  const practices = useQuery(practicesQuery());
  if (practices.data === undefined || practices.data.length === 0) {
    return (
      <NothingYet onClose={onClose}>
        {practices.isPending && (
          <SkeletonGroup label={messages.servicesLoading}>
            <Skeleton height={44} />
          </SkeletonGroup>
        )}
        {practices.isLoadingError && (
          <ErrorPanel level={3} title={messages.servicesFailed} text="" onRetry={() => void practices.refetch()} retrying={practices.isFetching} />
        )}
        {practices.data !== undefined && <p>{messages.nothingToBook}</p>}
      </NothingYet>
    );
  }
  return <ChooseAndBook practices={practices.data} onClose={onClose} />;
}

function NothingYet({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={messages.bookTitle} footer={<Button onClick={onClose}>{messages.close}</Button>}>
      {children}
    </Dialog>
  );
}

function ChooseAndBook({ practices, onClose }: { practices: readonly Practice[]; onClose: () => void }) {
  const [serviceId, setServiceId] = useState(onlyId(practices));
  const [missing, setMissing] = useState(false);
  const [keyring] = useState(createKeyring);
  const practice = practices.find(({ services }) => services.some(({ id }) => id === serviceId));
  const service = practice?.services.find(({ id }) => id === serviceId);
  const bookable = service !== undefined && practice?.bookings_paused === false;
  const source = useMemo(() => (bookable ? serviceTimesSource(serviceId) : null), [bookable, serviceId]);
  const choice = usePlaceChoice(service?.session_type);
  const change = useAppointmentChange((chosen: NewAppointment) => bookService(serviceId, chosen, keyring.keyFor({ serviceId, ...chosen })));

  const choose = (id: string) => {
    setServiceId(id);
    setMissing(false);
    change.reset();
  };
  const complete = () => {
    if (service !== undefined) return choice.complete();
    setMissing(true);
    toast.error(messages.chooseService);
    document.getElementById(FIELD_ID)?.focus();
    return false;
  };
  const send = (chosen: ChosenTime) =>
    change.mutate({ ...chosen, place: choice.place }, {
      onSuccess: () => {
        toast.success(messages.booked);
        onClose();
      },
      onError: () => toast.error(messages.bookFailed),
    });

  return (
    <TimeDialog
      source={source}
      timezone={practice?.timezone ?? localZone()}
      words={WORDS}
      sending={change.isPending}
      error={change.error}
      isComplete={complete}
      onSubmit={send}
      onClose={onClose}
    >
      <Field id={FIELD_ID} label={messages.service} error={missing ? messages.chooseService : undefined}>
        {(aria) => <Select {...aria} required value={serviceId} onChange={choose} options={optionsOf(practices)} placeholder={messages.chooseService} />}
      </Field>
      {practice?.bookings_paused === true && (
        <Banner title={messages.pausedTitle} role="status">
          <UserText preserveLines>{practice.bookings_paused_message ?? messages.pausedText}</UserText>
        </Banner>
      )}
      {bookable && choice.field}
    </TimeDialog>
  );
}

/** The one service there is, else none yet. */
function onlyId(practices: readonly Practice[]): string {
  const [first, ...others] = practices.flatMap(({ services }) => services);
  return first !== undefined && others.length === 0 ? first.id : '';
}

function optionsOf(practices: readonly Practice[]): { value: string; label: string }[] {
  const several = practices.length > 1;
  return practices.flatMap(({ therapist_name, services }) =>
    services.map((service) => ({ value: service.id, label: several ? `${wordsOf(service)}, ${therapist_name}` : wordsOf(service) })),
  );
}

/** 'Individual session · 50 min · $140' */
function wordsOf({ name, duration_minutes, is_free, price }: Service): string {
  return `${name} · ${formatDuration(duration_minutes)} · ${is_free ? 'Free' : formatPrice(price)}`;
}
