import { bookingSummary, dashboard, firstPage, firstScreen, freeTimes, publicProfile, publicServices, scheduleOf, services, therapistPage, timeOff } from './requests.mjs';

/** So many days before today are as full in the short history as in the long one. */
const DAYS_OF_SHORT_HISTORY = 24;

/**
 * The measured paths, with the rate that the product has to reach beside bare `node:http`: of what it keeps, and where it keeps nothing (`anew`).
 * @param {import('./seed.mjs').Practices} practices
 * @param {import('./requests.mjs').BookingRequests} bookings
 * @returns {(import('../measure/rounds.mjs').Scenario & { target?: number, anew?: number })[]}
 */
export function scenarios({ dashboard: therapist }, bookings) {
  const page = [publicProfile(therapist), publicServices(therapist)];
  const times = freeTimes(therapist);
  const home = dashboard(therapist);
  return [
    { name: 'public profile + services', target: 2, anew: 0.9, connections: 20, expectedStatus: 200, requestsPerUnit: 2, requestOf: (_, turn) => page[turn % 2] },
    { name: 'free times, 30 days', target: 5, anew: 0.9, connections: 20, expectedStatus: 200, requestsPerUnit: 1, requestOf: () => times },
    { name: 'POST booking', target: 0.65, connections: 16, expectedStatus: 201, requestsPerUnit: 1, warmUpShare: 0.8, requestOf: (connection) => bookings.next(connection) },
    { name: 'dashboard, 600 bookings', connections: 8, expectedStatus: 200, requestsPerUnit: home.length, warmUpShare: 0.05, requestOf: (_, turn) => home[turn % home.length] },
  ];
}

/** All that the dashboard asks for when it is opened; the journey `first-screen` holds the list. No reference has it. */
export function firstScreenScenario({ dashboard: therapist }) {
  const screen = firstScreen(therapist);
  return { name: "therapist's first screen", connections: 8, expectedStatus: 200, requestsPerUnit: screen.length, warmUpShare: 0.05, requestOf: (_, turn) => screen[turn % screen.length] };
}

/** A therapist's page, where the front ends are built; no reference has one. */
export function pageScenario({ dashboard: therapist }) {
  const page = therapistPage(therapist);
  return { name: "therapist's page", connections: 20, expectedStatus: 200, requestsPerUnit: 1, requestOf: () => page };
}

/** The reads whose answers are compared byte by byte before anything is measured. */
export function measuredRequests({ dashboard: therapist }) {
  const [profile, overview, bookings] = dashboard(therapist);
  return {
    'the public profile': publicProfile(therapist),
    'the public services': publicServices(therapist),
    'the free times': freeTimes(therapist),
    'the profile': profile,
    'the overview of bookings': overview,
    'the bookings': bookings,
  };
}

/** What a therapist with 20,000 bookings of 2,000 clients asks for, and one with 200 of 20. */
export function historyScenarios({ long, short }) {
  const [profile, overview] = [(therapist) => dashboard(therapist)[0], (therapist) => dashboard(therapist)[1]];
  const pages = {
    'the profile': profile,
    'the services': services,
    'first page of bookings (50)': firstPage,
    'counts of bookings': bookingSummary,
    'overview of bookings': overview,
    'free times, 30 days': freeTimes,
    'a week of the schedule': scheduleOf(7),
    'a month of the schedule (24 full days)': scheduleOf(DAYS_OF_SHORT_HISTORY),
    'time off of a month': timeOff,
  };
  return Object.entries(pages).map(([name, requestFor]) => {
    const [longRequest, shortRequest] = [requestFor(long), requestFor(short)];
    return { name, long: () => longRequest, short: () => shortRequest };
  });
}

/** Free times of 30 days where a calendar has taken a lot, beside a therapist where nothing is taken. */
export function calendarScenarios({ free, year, month }) {
  const without = freeTimes(free);
  return [
    ['over 400 days', year],
    ['within these 30 days', month],
  ].map(([name, therapist]) => {
    const full = freeTimes(therapist);
    return { name, full: () => full, without: () => without };
  });
}
