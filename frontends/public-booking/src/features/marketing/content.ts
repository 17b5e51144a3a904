/**
 * The one file to edit for what Attune claims in public, apart from the badges of the therapists' pages (`trust-badges.ts`). Every
 * claim has a switch: whoever runs the product turns off what nobody can vouch for (`shown: false`), and marks a testimonial as
 * vouched for once a real person stands behind it.
 */
import { type Claim, shownTexts } from './claims';

/** Beneath the landing page's first buttons. */
export const openingClaims = shownTexts([
  { shown: true, text: '14-day free trial' },
  { shown: true, text: 'No card needed' },
  { shown: true, text: 'Setup in under 5 minutes' },
]);

/** Who uses it. */
export const audienceClaim: Claim = { shown: true, text: 'Hundreds of professionals use Attune.' };

/** The list of what comes with it. */
export const benefitClaims = shownTexts([
  { shown: true, text: 'A professional public booking page per therapist' },
  { shown: true, text: 'Sync with your Google Calendar' },
  { shown: true, text: 'An AI meeting bot for Google Meet and Zoom' },
  { shown: true, text: 'Transcription of handwritten notes' },
  { shown: true, text: 'A client portal' },
  { shown: true, text: 'Online payments' },
  { shown: true, text: 'Intake forms' },
  { shown: true, text: 'HIPAA compliance' },
  { shown: true, text: 'Setup in under 5 minutes' },
  { shown: true, text: '14-day free trial, no card needed' },
]);

/** The four cards. */
export const benefitCards = [
  {
    shown: true,
    icon: 'mic',
    title: 'Notes that write themselves',
    text: 'An AI meeting bot joins your Google Meet or Zoom session and drafts the note. You read it, correct it, sign it off.',
  },
  {
    shown: true,
    icon: 'edit',
    title: 'Keep your pen',
    text: 'Photograph a handwritten page. Attune transcribes it and files it with the right session.',
  },
  {
    shown: true,
    icon: 'calendar',
    title: 'A page that books for you',
    text: 'Clients see your free times in their own time zone and choose one. Your calendar stays in step.',
  },
  {
    shown: true,
    icon: 'heart',
    title: 'A calm place for clients',
    text: 'Appointments, session notes and care plans in one portal, without another password to lose.',
  },
] as const;

/** One need per row: what it takes today, and what it takes with Attune. */
export const toolComparison = [
  { need: 'Scheduling', before: 'A booking app and a calendar, kept alike by hand', after: 'Your own booking page, synced to your calendar' },
  { need: 'Session notes', before: 'Typing in the evening, from memory', after: 'A draft is waiting when the session ends' },
  { need: 'Paper notes', before: 'A drawer', after: 'Photographed, transcribed, found again' },
  { need: 'Intake', before: 'PDFs that come back half filled in', after: 'Forms that clients fill in before they arrive' },
  { need: 'Payments', before: 'A card reader, invoices, reminders', after: 'Paid online, when the time is booked' },
  { need: 'Clients', before: 'Mail threads and voicemail', after: 'One portal for appointments and care plans' },
] as const;

export interface Testimonial {
  name: string;
  role: string;
  content: string;
  rating: number;
  /** A real person has agreed to these words; until then they are marked as an example. */
  vouched: boolean;
  shown: boolean;
}

export const testimonials: readonly Testimonial[] = [
  {
    name: 'Dr. Sarah Mitchell',
    role: 'Clinical psychologist',
    content: 'I used to end each day with an hour of notes. Now I read a draft, change a line or two, and go home.',
    rating: 5,
    vouched: false,
    shown: true,
  },
  {
    name: 'Marcus Rivera',
    role: 'Marriage and family therapist',
    content: 'My clients book while I sleep, and nobody writes to ask about time zones any more.',
    rating: 5,
    vouched: false,
    shown: true,
  },
];

/** What separate tools tend to cost a month. Illustrative list prices; replace them with ones you can point to. */
export const separateTools = {
  shown: true,
  note: 'Example prices for separate tools, per month. What you pay today may differ.',
  tools: [
    { name: 'Scheduling', price: 20 },
    { name: 'Notes and records', price: 49 },
    { name: 'AI note-taker', price: 39 },
    { name: 'Intake forms', price: 25 },
    { name: 'Client portal', price: 29 },
  ],
} as const;
