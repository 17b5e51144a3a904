/** Where this tab keeps what was typed and not saved yet, by somebody who is signed in or by nobody known. */
export const draftsOf = (person: object | string | null | undefined) => `attune-drafts-${person ? 'account' : 'visitor'}`;

/** Whoever signs out, or is signed out, leaves nothing to the next person; nor does a visitor who signs in. */
export function forgetOtherDrafts(user: object | null): void {
  try {
    sessionStorage.removeItem(draftsOf(user ? null : 'account'));
  } catch {
    // Storage is switched off: then nothing was kept.
  }
}
