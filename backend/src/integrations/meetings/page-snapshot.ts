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
