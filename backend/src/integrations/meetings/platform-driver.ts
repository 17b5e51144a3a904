import type { Page } from 'playwright-core';
import type { MeetingPlatform } from './meeting-engine';
import type { JoinState, PageSnapshot } from './page-snapshot';

/** What is particular to a platform's pages. Whatever it looks for has another form one day: nothing found is `unknown`, never a guess. */
export interface PlatformDriver {
  platform: MeetingPlatform;
  /** Selectors of the field for a name, and of what only stands there in a call. */
  nameField: string;
  people: string;
  /** `people` are people: with nobody beside it, the notetaker is alone. */
  countsPeople: boolean;
  /** What is opened for a link. */
  addressOf(link: string): string;
  classify(snapshot: PageSnapshot): JoinState;
  /** Gives the name and asks to be let in. May be called again while the page still stands there. */
  askToJoin(page: Page, name: string): Promise<void>;
  /** What has to be done once in the call before anything is heard. */
  settle(page: Page): Promise<void>;
  /** @returns whether the words stand in the meeting's chat */
  announce(page: Page, words: string): Promise<boolean>;
  leave(page: Page): Promise<void>;
}

/** Presses a button if it is there and works. */
export async function press(page: Page, name: RegExp): Promise<boolean> {
  const button = page.getByRole('button', { name }).first();
  if (!(await button.isVisible()) || !(await button.isEnabled())) return false;
  await button.click({ timeout: 3_000 });
  return true;
}
