import { localZone, today } from '@attune/shared-ui/format';
import { ApiError, toast } from '@attune/shared-ui/runtime';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFreeTimes } from '../../free-times/use-free-times';
import type { PublicService, PublicTherapist } from '../../wire';
import { createBooking, type BookingConfirmation } from './api/create-booking';
import { availabilitySource } from './api/get-availability';
import { bodyOf, forgetDraft, recallDraft, rememberDraft, type BookingDraft } from './booking-draft';
import { errorsOf, problemsFromServer, problemsOf, type BookingErrors, type Problem } from './booking-rules';
import { failureSentence } from './booking-failure';
import { focusField } from './field-ids';
import { createKeyring } from './idempotency-key';
import { bookingMessages as messages } from './messages';

export type Booking = ReturnType<typeof useBooking>;

/** One booking from the choice of a service to its confirmation. Whatever fails on the way, what was typed stays. */
export function useBooking(therapist: PublicTherapist, services: readonly PublicService[]) {
  const [typed, setTyped] = useState(() => recallDraft(therapist.id));
  const [errors, setErrors] = useState<BookingErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [confirmation, setConfirmation] = useState<BookingConfirmation | null>(null);
  const [keyring] = useState(createKeyring);
  const underWay = useRef(false);

  const service = services.find(({ id }) => id === typed.serviceId) ?? null;
  const serviceId = service?.id ?? null;
  const source = useMemo(() => (serviceId === null ? null : availabilitySource(therapist.id, serviceId)), [therapist.id, serviceId]);
  const free = useFreeTimes(source, today(therapist.timezone), typed.date);
  // A time that is not free (any more) is not chosen; it is again, should it come back.
  const timeIsFree = typed.date !== null && typed.time !== null && free.timesOn(typed.date)?.includes(typed.time) === true;
  const draft: BookingDraft = { ...typed, serviceId, time: timeIsFree ? typed.time : null };

  useEffect(() => {
    if (confirmation === null) rememberDraft(therapist.id, typed);
  }, [therapist.id, typed, confirmation]);

  const change = (part: Partial<BookingDraft>) => {
    setTyped((current) => ({ ...current, ...part }));
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))));
  };

  const show = (problems: Problem[]) => {
    setErrors(errorsOf(problems));
    if (problems[0]) focusField(problems[0].field);
  };

  const fail = async (error: unknown) => {
    toast.error(messages.failed);
    setFailure(failureSentence(error));
    if (!(error instanceof ApiError)) return;
    show(problemsFromServer(error.errors));
    // Somebody else was quicker, or a rule has changed: what is offered must be true again.
    if (error.status === 409 || error.status === 422) await free.reload();
  };

  const send = async (serviceId: string, date: string, time: string) => {
    const body = bodyOf({ ...draft, serviceId, date, time }, localZone());
    setSending(true);
    try {
      const confirmed = await createBooking(body, keyring.keyFor(body));
      keyring.forget();
      forgetDraft(therapist.id);
      setConfirmation(confirmed);
      toast.success(messages.succeeded);
      void free.reload();
    } catch (error) {
      await fail(error);
    } finally {
      setSending(false);
    }
  };

  const submit = async () => {
    if (underWay.current) return;
    setFailure(null);
    const problems = problemsOf(draft);
    show(problems);
    if (problems[0]) toast.error(problems[0].message);
    const { serviceId, date, time } = draft;
    if (problems.length > 0 || serviceId === null || date === null || time === null) return;
    underWay.current = true;
    await send(serviceId, date, time);
    underWay.current = false;
  };

  return { therapist, services, service, draft, change, errors, failure, sending, confirmation, free, submit, visitorZone: localZone() };
}
