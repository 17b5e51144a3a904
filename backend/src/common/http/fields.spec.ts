import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { EmailAddress } from './fields';

class Form {
  @EmailAddress() email: unknown;
}

/** The address as it is stored, or undefined where it is refused. */
function stored(email: unknown): unknown {
  const form = plainToInstance(Form, { email });
  return validateSync(form).length === 0 ? form.email : undefined;
}

it.each([
  [' Kim.Park+x@Example.ORG ', 'kim.park+x@example.org'],
  ['kim@müller.example', 'kim@xn--mller-kva.example'],
  ['kim@例え。jp', 'kim@xn--r8jz45g.jp'],
  // An а of another alphabet.
  ['kim@ex\u0430mple.org', 'kim@xn--exmple-4nf.org'],
  ['jürgen@example.org', 'jürgen@example.org'],
  ['kim@1.2.3', 'kim@1.2.3'],
])('%j is stored as %j', (typed, kept) => {
  expect(stored(typed)).toBe(kept);
});

it.each([
  ['a zero-width space', 'ki\u200bm@example.org'],
  ['a field of a mail', 'kim@client.example?bcc=spy%40evil.example'],
  ['another field of a mail', 'kim?cc=spy@client.example'],
  ['a path', 'kim@client.example/x'],
  ['an override', 'kim\u202e@example.org'],
  ['a mark', 'kim\u200f@example.org'],
  ['a zero-width space in the domain', 'kim@exa\u200bmple.org'],
  ['a hidden mark in a foreign domain', 'kim@mü\u034fller.org'],
  ['a filler', 'kim\u3164@example.org'],
  ['an empty cell', 'ki\u2800m@example.org'],
  ['a path behind a foreign domain', 'kim@müller.org/x'],
  ['a domain that none can have', 'kim@müller-\u{1f600}\u202e.org'],
  ['no dot', 'kim@müller'],
  ['two at signs', 'kim@a@müller.org'],
  ['no text', 7],
  ['a long one', `${'ü'.repeat(100_000)}@${'ü'.repeat(100_000)}.org`],
])('%s is refused', (_, typed) => {
  expect(stored(typed)).toBeUndefined();
});
