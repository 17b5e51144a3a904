const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Text, @, text, dot, text, no spaces: what a form can tell. Whether the address exists, a code tells. */
export const looksLikeEmail = (text: string) => EMAIL.test(text.trim());
