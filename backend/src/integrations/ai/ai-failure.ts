/** Why a language model gave no answer. */
export const AI_FAILURES = ['not_configured', 'switched_off', 'daily_limit', 'daily_limit_in_all', 'many_names', 'unauthorised', 'busy', 'unreachable', 'too_slow', 'server_error', 'refused_request', 'refused_answer', 'bad_answer', 'model_unusable', 'recognizer_died'] as const;
export type AiFailureReason = (typeof AI_FAILURES)[number];

/** In words for a person; nothing of what was sent or answered. */
const WORDS: Record<AiFailureReason, string> = {
  not_configured: 'No language model is set up here.',
  switched_off: 'An administrator has switched the language model off.',
  daily_limit: 'The language model was asked as often as is allowed within a day. Please try again tomorrow.',
  daily_limit_in_all: 'Today’s questions to the language model are used up for everybody here. It goes on tomorrow.',
  many_names: 'This text names people in so many ways that they cannot be kept from the language model. It was not sent.',
  unauthorised: 'The language model does not take the key that this installation has.',
  busy: 'The language model has too much to do.',
  unreachable: 'The language model cannot be reached.',
  too_slow: 'The language model took too long.',
  server_error: 'The language model had an error of its own.',
  refused_request: 'The language model does not take requests of this kind.',
  refused_answer: 'The language model refused to answer.',
  bad_answer: 'The language model gave an answer that cannot be used.',
  model_unusable: 'The speech model on this server cannot be used.',
  recognizer_died: 'The speech model on this server stopped while it was at work.',
};
/** What can be over when it is tried again later. */
const PASSING: readonly AiFailureReason[] = ['busy', 'unreachable', 'too_slow', 'server_error', 'recognizer_died'];

export function isAiFailureReason(text: string | null): text is AiFailureReason {
  return (AI_FAILURES as readonly (string | null)[]).includes(text);
}

export function aiFailureWords(reason: AiFailureReason): string {
  return WORDS[reason];
}

/** A language model gave no answer that can be used; the message is a sentence for a person. */
export class AiFailure extends Error {
  constructor(
    readonly reason: AiFailureReason,
    options?: ErrorOptions,
  ) {
    super(WORDS[reason], options);
  }

  /** Trying again later may help. */
  get passes(): boolean {
    return PASSING.includes(this.reason);
  }
}
