import type { Problems } from '@attune/shared-ui/forms';
import type { SessionType } from '../../session-type';
import { newBookingMessages as messages } from './messages';
import type { NewBookingBody } from './new-booking.api';

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
}

export function emptyBooking(services: readonly ServiceChoice[]): NewBookingValues {
  const [only, ...others] = services;
  return {
    who: 'known',
    client_id: '',
    chosen_name: '',
    client_name: '',
    client_email: '',
    client_phone: '',
    service_id: others.length === 0 ? (only?.id ?? '') : '',
    appointment_date: '',
    appointment_time: '',
    session_place: '',
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
  return problems;
}

/** What is sent; a place is only chosen where there is a choice. */
export function bodyOf(values: NewBookingValues, services: readonly ServiceChoice[]): NewBookingBody {
  const { who, client_id, service_id, appointment_date, appointment_time } = values;
  const hasChoice = services.find(({ id }) => id === service_id)?.session_type === 'both';
  const phone = values.client_phone.trim();
  return {
    ...(who === 'known' ? { client_id } : { client_name: values.client_name.trim(), client_email: values.client_email.trim() }),
    ...(phone !== '' && { client_phone: phone }),
    ...(hasChoice && (values.session_place === 'online' || values.session_place === 'in-person') && { session_place: values.session_place }),
    service_id,
    appointment_date,
    appointment_time,
  };
}
