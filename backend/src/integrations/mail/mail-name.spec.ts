import { headerName, nameRun, senderInNameOf } from './mail-name';

const SENDER = { name: 'Attune', address: 'no-reply@attune.example' };

describe('a therapist’s name in a sender and a subject', () => {
  it.each([
    'Dr. Ada Nwosu',
    'Amélie Okonkwo-Reyes, M.Sc.',
    'Attuned Therapy',
    'Dr.Ada Nwosu',
    'Siân O’Neil (LMFT/LPC)',
    'ד״ר יעל כהן'.replace('״', "'"),
    'Анна Петрова',
    'Łukasz Øster & Partner',
    '田中 優子',
    'J.R.R. Tolkien, Ph.D.',
  ])('stands as it is: %s', (name) => {
    expect(headerName(name)).toBe(name);
    expect(senderInNameOf(SENDER, name)).toEqual({ name: `${name} via Attune`, address: SENDER.address });
  });

  it.each([
    'Attune',
    'The Attune Team',
    'A t t u n e',
    'Attuné',
    'Аttune',
    'Attunе',
    'Αττυηε',
    'ᴀᴛᴛᴜɴᴇ',
    'Ａｔｔｕｎｅ',
    'Account Security',
    'Support',
    'evil.example',
    'Visit www.evil.com',
    'kim@example.org',
    'https://evil.example',
    'Call 0800 123',
    'Ada \u202Eutnetta',
    'Ada\u200B',
    '"Bank" <x@y.example>',
    '💚 Ada',
  ])('is not told when it could pass for somebody else: %j', (name) => {
    expect(headerName(name)).toBeUndefined();
    expect(senderInNameOf(SENDER, name)).toEqual(SENDER);
  });

  it('does not pass for the installation either, whatever that is called', () => {
    const sender = { name: 'Praxis Nord', address: 'post@nord.example' };
    expect(senderInNameOf(sender, 'Praxis  Nórd')).toEqual(sender);
    expect(senderInNameOf(sender, 'Ada Nwosu')).toEqual({ ...sender, name: 'Ada Nwosu via Praxis Nord' });
    expect(senderInNameOf({ address: 'post@nord.example' }, undefined)).toEqual({ name: 'Attune', address: 'post@nord.example' });
  });
});

it('a name that programs make a link of is no part of a sentence', () => {
  expect(nameRun('Dr.\r\nAda Nwosu 2')).toEqual({ name: 'Dr. Ada Nwosu 2' });
  expect([nameRun('evil.com'), nameRun('evil.com', true)]).toEqual(['your therapist', 'Your therapist']);
});
