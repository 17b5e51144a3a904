/** Parameters that say what somebody looks for: words about people. They are kept out of addresses. */
export const WORDS = ['q', 'tag', 'person'] as const;

/** Where a tab keeps (`sessionStorage`) whose words lie in its history; gone with a sign-out. */
export const WORDS_KEY = 'attune-search';
