import type { Page } from 'playwright-core';
import { JoinState, PageSnapshot, stateByText, StateTexts } from './page-snapshot';
import { PlatformDriver, press } from './platform-driver';

/** Texts of Zoom's pages in English, as seen until November 2026. */
const TEXTS: StateTexts = [
  ['rtms_required', /automated bots aren't allowed|we detected you may be a bot|must use zoom rtms/i],
  ['captcha', /recaptcha|i'm not a robot/i],
  ['not_found', /this meeting link is invalid \(3,000\)|meeting id is not valid/i],
  ['not_started', /this meeting link is invalid \(3,001\)|^error - zoom$|waiting for the host to start/i],
  ['login_required', /sign in to join|authorized attendees only/i],
  ['passcode_required', /(?:passcode wrong|enter the meeting passcode)/i],
  ['denied', /the host has denied|you have been denied/i],
  ['kicked', /you have been removed/i],
  ['ended', /this meeting has been ended|the meeting has ended/i],
  ['lobby', /the meeting host will let you in soon|please wait, the host/i],
];
const NAME_FIELD = '#input-for-name, #inputname';
const MEETING = /\/(?:j|wc)\/(?:join\/)?(\d{9,12})/;

/** Zoom's page for browsers. Zoom lets in authorised apps alone as a rule: then this says so and leaves, it does not pretend to be anything else. */
export const zoom: PlatformDriver = {
  platform: 'zoom',
  nameField: NAME_FIELD,
  people: 'button[aria-label="Leave"]',
  countsPeople: false,

  addressOf(link: string): string {
    const { hostname, origin, pathname, searchParams } = new URL(link);
    const [, id] = MEETING.exec(pathname) ?? [];
    if (id === undefined) return link;
    const address = new URL(`/wc/${id}/join`, /(^|\.)zoom\.us$/.test(hostname) ? 'https://app.zoom.us' : origin);
    const passcode = searchParams.get('pwd');
    if (passcode !== null) address.searchParams.set('pwd', passcode);
    return address.href;
  },

  classify(snapshot: PageSnapshot): JoinState {
    const said = stateByText(snapshot, TEXTS);
    if (said) return said;
    if (snapshot.people > 0) return 'joined';
    return snapshot.asksName ? 'prejoin' : 'unknown';
  },

  async askToJoin(page: Page, name: string): Promise<void> {
    const field = page.locator(NAME_FIELD).first();
    if (!(await field.isVisible())) return;
    // Its form counts keys, not values.
    if ((await field.inputValue()) !== name) {
      await field.fill('');
      await field.pressSequentially(name);
    }
    await press(page, /^join$/i);
  },

  /** Without it there are no streams at all. */
  settle: async (page) => void (await press(page, /^join audio by computer$/i)),

  async announce(page: Page, words: string): Promise<boolean> {
    const field = page.getByPlaceholder(/type message here/i).first();
    if (!(await field.isVisible()) && !(await press(page, /open the chat/i))) return false;
    await field.waitFor({ state: 'visible', timeout: 5_000 });
    await field.fill(words);
    await field.press('Enter');
    return (await field.inputValue()) === '';
  },

  leave: async (page) => void ((await press(page, /^leave$/i)) && (await press(page, /^leave meeting$/i))),
};
