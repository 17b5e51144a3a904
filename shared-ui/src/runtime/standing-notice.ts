import { createSignal } from './signal';

/** What somebody who is no longer signed in still has to know. Unlike a toast it stays, until they sign in or put it away. */
export const standingNotice = createSignal<string | null>(null);

/** Leaves a sentence for the page that is shown once nobody is signed in any more. */
export function leaveNotice(text: string): void {
  standingNotice.set(text);
}
