import type { Page } from 'playwright-core';
import { JoinState, PageSnapshot, stateByText, StateTexts } from './page-snapshot';
import { PlatformDriver, press } from './platform-driver';

/** Texts of Meet's pages in English, as seen until November 2026. */
const TEXTS: StateTexts = [
  ['captcha', /unusual traffic|not a robot/i],
  ['blocked', /you can't join this (?:video )?call/i],
  ['not_found', /check your meeting code|invalid video call name/i],
  ['denied', /(?:someone in the call )?denied your request/i],
  ['no_response', /no one responded to your request/i],
  ['kicked', /you've been removed|removed you from the (?:meeting|call)/i],
  ['ended', /(?:the|your) (?:meeting|call) (?:has )?ended|you left the (?:meeting|call)|call ended because everyone left/i],
  ['lobby', /asking to be let in|you'll join the call when someone lets you in|please wait until a meeting host brings you/i],
  ['not_started', /the meeting hasn't started/i],
];
/** Somebody asks everybody to agree to notes or recordings of theirs. */
const DIALOG = /(?:take notes for me|gemini is taking notes|this (?:call|meeting) is being recorded)[^]*(?:join now|\bagree\b)/i;
const NAME_FIELD = 'input[type="text"]';
const ASK = /^(?:ask to join(?: anyway)?|join now|join the call now|join anyway|join here too)$/i;
const PUT_ASIDE = /^(?:continue without microphone(?: and camera)?|got it|dismiss)$/i;

/** Google Meet, as a guest with a name. */
export const googleMeet: PlatformDriver = {
  platform: 'google_meet',
  nameField: NAME_FIELD,
  people: '[data-participant-id]',
  countsPeople: true,

  addressOf: (link) => link,

  classify(snapshot: PageSnapshot): JoinState {
    if (/^https:\/\/accounts\.google\.com\//.test(snapshot.url)) return 'login_required';
    const said = stateByText(snapshot, TEXTS);
    if (said) return said;
    if (DIALOG.test(snapshot.text)) return 'dialog';
    if (snapshot.people > 0) return 'joined';
    if (snapshot.asksName) return 'prejoin';
    return /^sign in\b/i.test(snapshot.title) ? 'login_required' : 'unknown';
  },

  async askToJoin(page: Page, name: string): Promise<void> {
    await press(page, PUT_ASIDE);
    const field = page.locator(NAME_FIELD).first();
    if (!(await field.isVisible())) return;
    if ((await field.inputValue()) !== name) await field.fill(name);
    await press(page, ASK);
  },

  settle: async (page) => void (await press(page, PUT_ASIDE)),

  async announce(page: Page, words: string): Promise<boolean> {
    const field = page.locator('textarea[aria-label^="Send a message"]').first();
    if (!(await field.isVisible()) && !(await press(page, /^chat with everyone/i))) return false;
    await field.waitFor({ state: 'visible', timeout: 5_000 });
    await field.fill(words);
    await field.press('Enter');
    // What is sent leaves the field.
    for (let looks = 0; looks < 20; looks += 1) {
      if ((await field.inputValue()) === '') return true;
      await page.waitForTimeout(100);
    }
    return false;
  },

  leave: async (page) => void (await press(page, /^leave call/i)),
};
