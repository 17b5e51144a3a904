import { createRequire } from 'node:module';
import { httpRequest } from '../measure/load.mjs';

const require = createRequire(import.meta.url);
const { DateTime } = require('luxon');

const ZONE = 'America/New_York';
const BOOKABLE_DAYS = 360;
const QUARTERS = 96;

/** @param {number} days @returns {string} a date that many days after today in the practices' zone */
function dateIn(days) {
  return DateTime.now().setZone(ZONE).plus({ days }).toFormat('yyyy-MM-dd');
}

/** As browsers send it. */
const AS_A_BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** A GET of one of the measured paths. */
export function publicProfile({ id }) {
  return httpRequest('GET', `/api/public/therapist/${id}`, AS_A_BROWSER);
}

export function publicServices({ id }) {
  return httpRequest('GET', `/api/public/therapist/${id}/services`, AS_A_BROWSER);
}

/** Free times of the next 30 days. */
export function freeTimes({ id, services }) {
  return httpRequest('GET', `/api/public/therapist/${id}/availability?service_id=${services[2]}&from=${dateIn(1)}&to=${dateIn(30)}`, AS_A_BROWSER);
}

/** The page that a visitor opens. */
export function therapistPage({ id }) {
  return httpRequest('GET', `/book/${id}`, { ...AS_A_BROWSER, Accept: 'text/html' });
}

/** The same request from somebody else's address. @param {Buffer} request @param {string} address */
export function addressed(request, address) {
  const text = request.toString().replace(/^X-Forwarded-For: .*\r\n/m, '');
  return Buffer.from(text.replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`));
}

/** What a signed-in therapist's dashboard asks for of the practice, and its list of bookings for what comes. */
export function dashboard({ cookie }) {
  return ['/profile', '/bookings/overview', '/bookings?when=upcoming&order=asc&limit=50'].map((path) => httpRequest('GET', `/api/therapist${path}`, { Cookie: cookie }));
}

/** All that the dashboard asks for when it is opened. */
export function firstScreen({ cookie }) {
  const paths = ['auth/me', 'therapist/bookings/overview', 'therapist/notices', 'therapist/profile'];
  return paths.map((path) => httpRequest('GET', `/api/${path}`, { Cookie: cookie }));
}

/** All services of a therapist. */
export function services({ cookie }) {
  return httpRequest('GET', '/api/therapist/services', { Cookie: cookie });
}

/** The first page of a therapist's bookings. */
export function firstPage({ cookie }) {
  return httpRequest('GET', '/api/therapist/bookings?limit=50', { Cookie: cookie });
}

/** What the schedule asks for of the days up to yesterday, which are as full in a long history as in a short one. */
export function scheduleOf(days) {
  return ({ cookie }) => httpRequest('GET', `/api/therapist/bookings?from=${dateIn(-days)}&to=${dateIn(-1)}&limit=500`, { Cookie: cookie });
}

/** What the schedule asks for beside the bookings of a month. */
export function timeOff({ cookie }) {
  return httpRequest('GET', `/api/therapist/time-off?from=${dateIn(-30)}&to=${dateIn(0)}`, { Cookie: cookie });
}

export function bookingSummary({ cookie }) {
  return httpRequest('GET', '/api/therapist/bookings/summary', { Cookie: cookie });
}

/**
 * Bookings that never meet: each connection is a visitor of its own at a therapist of its own, and no start is used twice.
 * @param {import('./seed.mjs').SeededTherapist[]} therapists
 */
export class BookingRequests {
  #therapists;
  #taken;
  #dates = Array.from({ length: BOOKABLE_DAYS }, (_, index) => dateIn(index + 2));

  constructor(therapists) {
    this.#therapists = therapists;
    this.#taken = therapists.map(() => 0);
  }

  /** @param {number} connection @returns {Buffer} */
  next(connection) {
    const index = connection % this.#therapists.length;
    const turn = this.#taken[index]++;
    // Days first, so that no day fills up while others are empty; 02:00 to 02:45 is skipped on one day of the year.
    const quarter = (12 + Math.floor(turn / BOOKABLE_DAYS)) % QUARTERS;
    const time = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
    return httpRequest('POST', '/api/bookings', { 'X-Forwarded-For': `203.0.113.${index + 1}` }, {
      service_id: this.#therapists[index].services[0],
      client_name: 'Nadia Öztürk',
      client_email: `visitor-${index}-${turn}@bench.example`,
      client_phone: '+1 212 555 0142',
      appointment_date: this.#dates[turn % BOOKABLE_DAYS],
      appointment_time: time,
      notes: 'I would rather not use video the first time.',
      client_timezone: 'Europe/Vienna',
    });
  }
}
