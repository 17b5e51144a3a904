import { googleMeet } from './google-meet';
import type { PageSnapshot } from './page-snapshot';
import { zoom } from './zoom';

const page = (seen: Partial<PageSnapshot>): PageSnapshot => ({ url: 'https://meet.google.com/abc-defg-hij', title: 'Meet', text: '', people: 0, asksName: false, audioTracks: 0, ...seen });

it.each([
  ['prejoin', { asksName: true, text: "What's your name?" }],
  ['lobby', { text: "Asking to be let in\nYou'll join the call when someone lets you in\nReturn to home screen" }],
  // Its toolbar stands there while it waits, and the field for a name may do so too.
  ['lobby', { text: 'Please wait until a meeting host brings you into the call', asksName: true, people: 1 }],
  ['joined', { people: 2, audioTracks: 1 }],
  ['dialog', { text: 'Gemini is taking notes.\nJoin now', people: 1 }],
  ['denied', { text: 'Someone in the call denied your request to join' }],
  ['no_response', { text: 'No one responded to your request to join the call' }],
  ['blocked', { text: "You can't join this video call\nReturn to home screen", asksName: true }],
  ['login_required', { url: 'https://accounts.google.com/v3/signin', text: 'Sign in' }],
  ['login_required', { title: 'Sign in - Google Accounts' }],
  ['captcha', { text: 'Our systems have detected unusual traffic' }],
  ['not_found', { text: 'Check your meeting code' }],
  ['kicked', { text: "You've been removed from the meeting", people: 1 }],
  ['ended', { text: 'The meeting has ended' }],
  ['unknown', { text: 'Welcome to something new' }],
] as const)('Meet: %s', (state, seen) => {
  expect(googleMeet.classify(page(seen))).toBe(state);
});

it.each([
  ['prejoin', { asksName: true }],
  ['rtms_required', { text: "We detected you may be a bot. Automated bots aren't allowed in this meeting", asksName: true }],
  ['captcha', { text: "I'm not a robot" }],
  ['not_started', { title: 'Error - Zoom' }],
  ['lobby', { text: 'Please wait, the meeting host will let you in soon.', people: 1 }],
  ['joined', { people: 1 }],
  ['ended', { text: 'This meeting has been ended by host' }],
  ['unknown', {}],
] as const)('Zoom: %s', (state, seen) => {
  expect(zoom.classify(page(seen))).toBe(state);
});

it('Zoom is opened in its page for browsers, with the passcode of the link', () => {
  expect(['https://us02web.zoom.us/j/12345678901?pwd=a.b&uname=x', 'https://zoom.us/wc/join/123456789', 'https://app.zoom.us/wc/123456789/join?pwd=q'].map(zoom.addressOf)).toEqual([
    'https://app.zoom.us/wc/12345678901/join?pwd=a.b',
    'https://app.zoom.us/wc/123456789/join',
    'https://app.zoom.us/wc/123456789/join?pwd=q',
  ]);
});
