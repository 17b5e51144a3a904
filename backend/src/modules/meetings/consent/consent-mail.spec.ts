import { consentMail } from './consent-mail';
import type { ConsentMail } from './consent.repository';

const textOf = (needs_own_click: boolean): string => {
  const consent = { id: 'c', therapist_name: 'Dr. Test', client_email: 'kim@example.org', needs_own_click, token: () => 'secret' };
  return consentMail(consent as unknown as ConsentMail, 'm', 'https://attune.example').text;
};

it('promises that silence is a no only where the client has to click', () => {
  expect(textOf(true)).toContain('Without your answer nothing is recorded.');
  const noted = textOf(false).replace(/\s+/g, ' ');
  expect(noted).toContain('Your therapist may also note your answer for you');
  expect(noted).toContain('your no holds');
  expect(noted).not.toMatch(/Without your answer|Do nothing and delete/);
});
