import { localZone, today } from '@attune/shared-ui/format';
import { useFreeTimes, type FreeTimes } from '@attune/shared-ui/free-times';
import { createKeyring } from '@attune/shared-ui/idempotency-key';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useMemo, useRef, useState } from 'react';
import type { PublicService, PublicTherapist } from '../../wire';
import { availabilitySource, type BookingConfirmation, type BookingHold, createBooking } from './booking.api';
import { prepareConfirmation } from './components/confirmation';
import { bodyOf, type BookingDraft } from './booking-draft';
import { errorsOf, problemsFromServer, problemsOf, type BookingErrors, type Problem } from './booking-rules';
import { failureSentence } from './booking-failure';
import { focusField } from './field-ids';
import { bookingMessages as messages } from './messages';
import { priceLabel } from './price-label';
import { useHeldTime } from './use-held-time';
import { useKeptBooking } from './use-kept-booking';

/** What was booked, with its price as it was offered. */
export type Confirmed = BookingConfirmation & { price: string | null };

/** Answers which say that what the page offers is no longer so. */
const STALE = new Set([404, 409, 422]);

export type Booking = ReturnType<typeof useBooking>;

/** One booking from the choice of a service to its confirmation. Whatever fails on the way, what was typed stays. */
export function useBooking(therapist: PublicTherapist, services: readonly PublicService[]) {
  const { typed, held, type, hold, forget, isRecalled } = useKeptBooking(therapist.id);
  const [errors, setErrors] = useState<BookingErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [confirmation, setConfirmation] = useState<Confirmed | null>(null);
  const { waitToResend, ...holds } = useHeldTime(hold);
  const [keyring] = useState(createKeyring);
  const [isWaiting, setWaiting] = useState(false);
  const underWay = useRef(false);

  const service = services.find(({ id }) => id === typed.service_id) ?? null;
  const serviceId = service?.id ?? null;
  const source = useMemo(() => (serviceId === null ? null : availabilitySource(therapist.id, serviceId)), [therapist.id, serviceId]);
  const free = useFreeTimes(source, today(therapist.timezone), typed.appointment_date);
  const draft = draftOf(typed, service, held !== null, free);

  const letGo = () => {
    if (held === null) return;
    keyring.forget();
    void holds.release(held).then(free.reload);
  };

  const change = (part: Partial<BookingDraft>) => {
    if (Object.entries(part).some(([field, value]) => typed[field as keyof BookingDraft] !== value)) letGo();
    type(part);
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))));
  };

  const show = (problems: Problem[]) => {
    setErrors(errorsOf(problems));
    if (problems[0]) focusField(problems[0].field);
  };

  const fail = async (error: unknown) => {
    toast.error(messages.failed);
    if (error instanceof ApiError && error.status === 409) {
      // Said where another time is chosen.
      show([{ field: 'appointment_time', message: error.detail }]);
    } else {
      setFailure(failureSentence(error));
      show(error instanceof ApiError ? problemsFromServer(error.errors) : []);
    }
    if (!(error instanceof ApiError)) return;
    // Somebody else was quicker, or a rule has changed: what is offered must be true again.
    if (STALE.has(error.status)) await free.reload();
  };

  const confirm = (confirmed: BookingConfirmation) => {
    keyring.forget();
    forget();
    setConfirmation({ ...confirmed, price: service && priceLabel(service) });
    toast.success(messages.succeeded);
    void free.reload();
  };

  /** The held time cannot be booked after all: back to the form, with everything typed. */
  const lose = (problem: unknown) => {
    holds.end();
    keyring.forget();
    void fail(problem);
    focusField('appointment_time');
  };

  const send = async () => {
    const body = bodyOf(draft, localZone());
    setSending(true);
    try {
      prepareConfirmation();
      await holds.whenReleased();
      const answer = await createBooking(body, keyring.keyFor(body));
      if (isHold(answer)) holds.begin(answer.hold_id, body.client_email, answer.expires_in_seconds);
      else confirm(answer);
    } catch (error) {
      await fail(error);
    } finally {
      setSending(false);
    }
  };

  const submit = async () => {
    if (underWay.current) return;
    setFailure(null);
    const problems = problemsOf(draft, service);
    show(problems);
    if (problems[0]) return void toast.error(problems[0].message);
    underWay.current = true;
    await send();
    underWay.current = false;
  };

  return { therapist, services, service, draft, isRecalled, change, errors, failure, sending, submit, free, visitorZone: localZone(), confirmation, held, confirm, letGo, lose, waitToResend, isWaiting, setWaiting };
}

function timeIsFree({ appointment_date: date, appointment_time: time }: BookingDraft, free: FreeTimes): boolean {
  return date !== null && time !== null && free.timesOn(date)?.includes(time) === true;
}

/** A time that is not free (any more) is not chosen, unless it is held for the visitor; nor is a place that the service leaves no choice of. */
function draftOf(typed: BookingDraft, service: PublicService | null, held: boolean, free: FreeTimes): BookingDraft {
  return {
    ...typed,
    service_id: service?.id ?? null,
    appointment_time: held || timeIsFree(typed, free) ? typed.appointment_time : null,
    session_place: service?.session_type === 'both' ? typed.session_place : null,
  };
}

function isHold(answer: BookingConfirmation | BookingHold): answer is BookingHold {
  return 'hold_id' in answer;
}
