/** What can be seen of a meeting's page, without a picture of anybody. */
export interface PageSnapshot {
  url: string;
  title: string;
  /** The visible text, with plain apostrophes. */
  text: string;
  /** What only stands there in a call: people, the notetaker included, or a way out. */
  people: number;
  /** There is a field for the notetaker's name. */
  asksName: boolean;
  /** Sound of others that arrives. */
  audioTracks: number;
}

/**
 * Runs in the page, which may have put something else in the place of all that has a name: texts and numbers are made and cut by the language alone,
 * so that no more of them is handed over than fits here. Where the page is, it is not asked.
 * @param selectors of the field for a name, and of people
 */
export function snapshotScript({ nameField, people }: { nameField: string; people: string }): string {
  return `(() => {
    const cut = (value, most) => {
      const all = '' + value;
      let kept = '';
      for (let at = 0; at < all.length && at < most; at += 1) kept += all[at];
      return kept;
    };
    const count = (value) => {
      const number = +value | 0;
      return number < 0 ? 0 : number > 10000 ? 10000 : number;
    };
    return {
      title: cut(document.title, 300),
      text: cut(document.body?.innerText ?? '', 20000),
      people: count(document.querySelectorAll(${JSON.stringify(people)}).length),
      asksName: document.querySelector(${JSON.stringify(nameField)}) !== null,
      audioTracks: count(globalThis.attuneCapture?.tracks() ?? 0),
    };
  })()`;
}

/** How far the way into a meeting is, as its page shows it. */
export type JoinState =
  | 'prejoin'
  | 'lobby'
  /** Somebody has to agree to something first, which the notetaker does not. */
  | 'dialog'
  | 'joined'
  | 'denied'
  | 'no_response'
  | 'blocked'
  | 'login_required'
  | 'captcha'
  | 'rtms_required'
  | 'passcode_required'
  | 'not_started'
  | 'not_found'
  | 'kicked'
  | 'ended'
  | 'unknown';

/** Texts that a platform's page shows in a state, the first that fits counts: walls, then refusals, ends, the lobby, and only then the call. */
export type StateTexts = readonly (readonly [JoinState, RegExp])[];

export function stateByText({ text, title }: PageSnapshot, texts: StateTexts): JoinState | undefined {
  return texts.find(([, words]) => words.test(text) || words.test(title))?.[0];
}
