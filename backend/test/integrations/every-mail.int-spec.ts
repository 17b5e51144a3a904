import { senderInNameOf } from '../../src/integrations/mail/mail-name';
import { OutgoingMail } from '../../src/integrations/mail/mailer';
import { clientMails, ownMails } from '../harness/every-mail';

const SENDER = { name: 'Attune', address: 'no-reply@attune.example' };
const SIX_DIGITS = /(?<!\d)\d{6}(?!\d)/g;
const from = (mail: OutgoingMail): string | undefined => senderInNameOf(SENDER, mail.inNameOf).name;
const named = Object.entries(clientMails('Dr. Ada Nwosu'));
const all = [...named, ...Object.entries(ownMails())];

describe.each(all)('every mail: %s', (_, mail) => {
  it('bears the brand, is readable in the dark, and fetches nothing', () => {
    expect(mail.html).toMatch(/&nbsp; Attune<\/span>/);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('@media (prefers-color-scheme:dark)');
    expect(mail.html).not.toMatch(/<img|<link|url\(|src=|@import/);
  });

  it('has one button at most, and no word in the page that the text has not', () => {
    expect((mail.html.match(/<a class="pressed"/g) ?? []).length).toBeLessThanOrEqual(1);
    for (const url of mail.html.matchAll(/href="([^"]+)"/g)) expect(mail.text).toContain(url[1]!.replaceAll('&#38;', '&'));
  });

  it('has one number of six digits where it brings a code, in one piece in both, and none in the subject', () => {
    const codes = /^Code: /m.test(mail.text) ? ['042917'] : [];
    expect(mail.text.match(SIX_DIGITS) ?? []).toEqual(codes);
    expect(mail.html.match(SIX_DIGITS) ?? []).toEqual(codes);
    expect(mail.subject).not.toMatch(SIX_DIGITS);
    if (codes.length > 0) expect(mail.html).toMatch(/font-size:36px;[^"]*letter-spacing:\.3em[^"]*">042917<\/span>/);
  });
});

describe.each(named)('a mail about a practice: %s', (_, mail) => {
  it('names the therapist in From and subject', () => {
    expect(from(mail)).toBe('Dr. Ada Nwosu via Attune');
    expect(mail.subject).toContain('Dr. Ada Nwosu');
  });
});

it('mails of the product itself are from the product', () => {
  for (const mail of Object.values(ownMails())) expect(from(mail)).toBe('Attune');
});

it.each(['Attune Security', 'www.evil.example', 'Win at evil.com now'])('a stranger who calls themselves %s is neither sender nor subject, and nobody can press the name', (name) => {
  for (const mail of Object.values(clientMails(name))) {
    expect(from(mail)).toBe('Attune');
    expect(mail.subject).not.toContain(name);
    if (name.includes('evil')) expect(mail.text + mail.html).not.toContain('evil.');
  }
});

it('whoever did not cause a mail reads what to do', () => {
  const silent = Object.entries(ownMails())
    .concat(named)
    .filter(([, { text }]) => !/^Not (?:you|expected)\? .{30}/m.test(text))
    .map(([kind]) => kind);
  // What the therapist or the product did leaves nothing to say.
  expect(silent.sort()).toEqual(['cancelled by the therapist', 'forms renewed', 'morning digest', 'practice closed', 'practice closed, several', 'readdressed', 'readdressed, several', 'series cancelled', 'series moved', 'to the therapist: booked', 'to the therapist: cancelled', 'to the therapist: follow-up', 'waiting list: a free time']);
});

it('the reader’s own time stands first, with its zone', () => {
  const timed = named.filter(([kind, { text }]) => text.includes('When: ') && !kind.startsWith('series'));
  expect(timed).toHaveLength(15);
  for (const [, { text }] of timed) expect(text).toMatch(/^When: .*\(Europe\/Berlin\)\nYour therapist’s time: .*\(America\/New York\)$/m);
});

it('a mail about several appointments says of whose clock all their times are', () => {
  const series = named.filter(([kind]) => kind.startsWith('series'));
  expect(series).toHaveLength(3);
  for (const [, { text }] of series) expect(text).toMatch(/^Times in: Europe\/Berlin$/m);
});
