import { addressTakenMail, codeMail, objectionMail } from './sign-in-mail';

const ID = '0192f0a0-0000-7000-8000-000000000001';
const SECRET = { code: '042917', token: 'Zx9-12345_6789012abcdefghijklmnopqrstuvwxyz' };
const URL = 'https://attune.example';
const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/g;

describe('mails of sign-in', () => {
  it.each(['sign_in', 'proof'] as const)('%s: code and link, and one number of six digits', (purpose) => {
    const mail = codeMail({ id: ID, purpose, to: 'kim@example.org' }, SECRET, URL);
    expect(mail.messageId).toBe(`<${ID}.code@attune.example>`);
    expect(mail.to).toEqual({ address: 'kim@example.org' });
    for (const text of [mail.text, mail.html]) expect(text.match(SIX_DIGITS)).toEqual(['042917']);
    expect(mail.text).toContain(`https://attune.example/client/login#token=${SECRET.token}\n`);
    expect(mail.html).toContain(`href="https://attune.example/client/login#token=${SECRET.token}"`);
    expect(mail.subject).not.toContain(SECRET.code);
  });

  it('past the codes of an hour: a link, and no number of six digits', () => {
    const mail = codeMail({ id: ID, purpose: 'sign_in', to: 'kim@example.org' }, { ...SECRET, code: null }, URL);
    for (const text of [mail.subject, mail.text, mail.html]) expect(text.match(SIX_DIGITS)).toBeNull();
    expect(mail.text).toContain(`https://attune.example/client/login#token=${SECRET.token}\n`);
    expect(mail.subject).toBe('Your sign-in link');
  });

  it('a code for a new address has no link: it is entered where it was asked for', () => {
    const mail = codeMail({ id: ID, purpose: 'address_change', to: 'new@example.org' }, SECRET, URL);
    expect(mail.text.match(SIX_DIGITS)).toEqual(['042917']);
    expect(mail.text + mail.html).not.toMatch(/https?:/);
  });

  it('the note to an owner and the notice to an old address hold no code', () => {
    const note = addressTakenMail({ id: ID, to: 'owner@example.org' }, URL);
    const notice = objectionMail({ id: ID, to: 'old@example.org' }, SECRET.token, URL);
    for (const { text } of [note, notice]) expect(text.match(SIX_DIGITS)).toBeNull();
    expect(note.text).not.toMatch(/https?:/);
    expect(notice.text).toContain(`https://attune.example/client/login#object=${SECRET.token}\n`);
    expect(new Set([note.messageId, notice.messageId, `<${ID}.code@attune.example>`]).size).toBe(3);
  });
});
