/** One plain mailbox: no lists, no comments, no quoted parts, so that no parser can read two addresses into it. */
export const MAILBOX = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}]+$/u;

/** A mailbox with a dot in its domain, as people type it. Linear: no two parts can match the same characters. */
export const EMAIL_ADDRESS = /^[^\s@<>()[\],;:"\\\p{Cc}]+@[^\s@<>()[\],;:"\\\p{Cc}.]+(?:\.[^\s@<>()[\],;:"\\\p{Cc}.]+)+$/u;
