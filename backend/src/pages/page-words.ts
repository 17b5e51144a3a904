import { PageRoute } from './route-table';

export const PRODUCT = 'Attune';

/** What a page says of itself to search engines, to messengers that show a link, and in the tab until its scripts run. */
export interface PageWords {
  title: string;
  description: string;
  /** May be found by everybody. */
  open?: boolean;
}

const TAGLINE = 'Booking, calendar, client portal and notes for therapists, in one quiet place.';

const WORDS: Readonly<Record<string, PageWords>> = {
  '/': { title: `Practice management for therapists · ${PRODUCT}`, description: TAGLINE, open: true },
  '/pricing': { title: `Pricing · ${PRODUCT}`, description: 'Plans for a practice of one and of many, with what each contains and what it costs by month and by year.', open: true },
  '/manage': { title: `Your appointment · ${PRODUCT}`, description: 'See, move or cancel an appointment with the link from your email.' },
  '/forms': { title: `Your form · ${PRODUCT}`, description: 'Fill in a form before your session with the link from your email.' },
  '/consent': { title: `Recording of your session · ${PRODUCT}`, description: 'Say whether a session may be recorded, or withdraw, with the link from your email.' },
  '/waiting': { title: `Waiting list · ${PRODUCT}`, description: 'See what is kept for you, or leave the waiting list.' },
  '/reminders': { title: `Your reminders · ${PRODUCT}`, description: 'Stop or go on with reminders of your appointments.' },
  '/client/login': { title: `Client Portal · ${PRODUCT}`, description: 'Sign in to see your appointments, session notes and care plans.' },
  '/client/dashboard': { title: `Dashboard · ${PRODUCT}`, description: 'Your appointments, session notes and care plans.' },
  '/client/account': { title: `Your account · ${PRODUCT}`, description: 'Your address, your browsers and your record.' },
  '/admin/login': { title: `Administrator Login · ${PRODUCT}`, description: 'For those who run this installation.' },
  '/admin/dashboard': { title: `Administration · ${PRODUCT}`, description: 'Therapists, activity and operation of this installation.' },
  '/admin/account': { title: `Account · ${PRODUCT}`, description: 'Your password, your two-step sign-in and your sessions.' },
  '/dashboard': { title: `Dashboard · ${PRODUCT}`, description: 'Your practice: bookings, services, notes and forms.' },
  '/profile': { title: `Therapist Profile · ${PRODUCT}`, description: 'Your profile, services and working hours.' },
  '/clients/:id': { title: `Client · ${PRODUCT}`, description: 'One client of your practice.' },
  '/intake-forms/sent': { title: `Sent Forms · ${PRODUCT}`, description: 'Which forms were sent, opened, started and completed.' },
  '/intake-forms/answers/:id': { title: `Answers · ${PRODUCT}`, description: 'What a client answered in a form.' },
  '/admin/emergency/:grantId': { title: `Emergency access · ${PRODUCT}`, description: 'A record that was opened in an emergency.' },
  '/intake-forms': { title: `Intake Forms · ${PRODUCT}`, description: 'Questionnaires before a session.' },
};

export function wordsOf(route: PageRoute | undefined): PageWords {
  return (route && WORDS[route.path]) ?? { title: PRODUCT, description: TAGLINE };
}

/** The addresses of pages that everybody may find. */
export const OPEN_PATHS: readonly string[] = Object.keys(WORDS).filter((path) => WORDS[path]?.open);
