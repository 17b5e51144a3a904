import type { Problems } from '@attune/shared-ui/forms';
import type { SessionType } from '../../session-type';
import { newBookingMessages as messages } from './messages';
import type { NewBookingBody, SeriesBody, SeriesRequest } from './new-booking.api';

/** What an appointment can be of. */
export interface ServiceChoice {
  id: string;
  name: string;
  duration_minutes: number;
  session_type: SessionType;
}

/** An appointment while it is made. */
export interface NewBookingValues {
  who: 'known' | 'new';
  client_id: string;
  /** Of the client who was chosen. */
  chosen_name: string;
  client_name: string;
  client_email: string;
  client_phone: string;
  service_id: string;
  appointment_date: string;
  appointment_time: string;
  session_place: string;
  /** Every so many weeks. */
  repeats: 'once' | '1' | '2';
  count: string;
}

const COUNT = /^\d{1,2}$/;
const LONGEST_SERIES = 52;

export function emptyBooking(services: readonly ServiceChoice[], at?: { date: string; time: string }): NewBookingValues {
  const [only, ...others] = services;
  return {
    who: 'known',
    client_id: '',
    chosen_name: '',
    client_name: '',
    client_email: '',
    client_phone: '',
    service_id: others.length === 0 ? (only?.id ?? '') : '',
    appointment_date: at?.date ?? '',
    appointment_time: at?.time ?? '',
    session_place: '',
    repeats: 'once',
    count: '10',
  };
}

export function problemsOf(values: NewBookingValues, services: readonly ServiceChoice[]): Problems {
  const problems: Record<string, string> = {};
  const needed = (field: keyof NewBookingValues, message: string) => {
    if (values[field].trim() === '') problems[field] = message;
  };
  if (values.who === 'known') needed('client_id', messages.clientMissing);
  else {
    needed('client_name', messages.nameMissing);
    needed('client_email', messages.emailMissing);
  }
  needed('service_id', messages.serviceMissing);
  needed('appointment_date', messages.dateMissing);
  needed('appointment_time', messages.timeMissing);
  if (services.find(({ id }) => id === values.service_id)?.session_type === 'both') needed('session_place', messages.placeMissing);
  if (values.repeats !== 'once' && countOf(values) === undefined) problems.count = messages.countWrong;
  return problems;
}

function countOf({ count }: Pick<NewBookingValues, 'count'>): number | undefined {
  const number = COUNT.test(count.trim()) ? Number(count) : 0;
  return number >= 2 && number <= LONGEST_SERIES ? number : undefined;
}

/** The series that is thought of, once it is known what it is. */
export function seriesOf(values: Pick<NewBookingValues, 'repeats' | 'count' | 'service_id' | 'appointment_date' | 'appointment_time'>): SeriesRequest | undefined {
  const { repeats, service_id, appointment_date: first_date, appointment_time } = values;
  const count = countOf(values);
  if (repeats === 'once' || count === undefined || service_id === '' || first_date === '' || appointment_time === '') return undefined;
  return { service_id, first_date, appointment_time, every_weeks: repeats === '1' ? 1 : 2, count };
}

/** What is sent; a place is only chosen where there is a choice. */
export function bodyOf(values: NewBookingValues, services: readonly ServiceChoice[]): NewBookingBody {
  return { ...whoAndWhere(values, services), appointment_date: values.appointment_date };
}

/** {@link bodyOf} for a series, with the days of it that are wanted. */
export function seriesBodyOf(values: NewBookingValues, services: readonly ServiceChoice[], { chosen, meant }: { chosen: string[]; meant: string[] }): SeriesBody {
  return { ...whoAndWhere(values, services), every_weeks: values.repeats === '1' ? 1 : 2, dates: chosen, ...(meant.length > 0 && { on_purpose: meant }) };
}

function whoAndWhere(values: NewBookingValues, services: readonly ServiceChoice[]): Omit<NewBookingBody, 'appointment_date' | 'on_purpose'> {
  const { who, client_id, service_id, appointment_time, session_place } = values;
  const hasChoice = services.find(({ id }) => id === service_id)?.session_type === 'both';
  const place = hasChoice && (session_place === 'online' || session_place === 'in-person') ? session_place : undefined;
  const phone = values.client_phone.trim();
  return {
    ...(who === 'known' ? { client_id } : { client_name: values.client_name.trim(), client_email: values.client_email.trim() }),
    ...(phone !== '' && { client_phone: phone }),
    ...(place !== undefined && { session_place: place }),
    service_id,
    appointment_time,
  };
}
