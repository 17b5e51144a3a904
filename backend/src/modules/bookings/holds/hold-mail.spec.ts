import { holdCodeMail } from './hold-mail';
import { UnsentCode } from './hold.repository';

const UNSENT: UnsentCode = {
  id: '01930000-0000-7000-8000-000000123456',
  code: '012345',
  email: 'kim@example.org',
  code_sent_at: new Date('2026-11-21T08:00:00Z'),
  starts_at: new Date('2026-11-24T15:00:00Z'),
  ends_at: new Date('2026-11-24T15:50:00Z'),
  timezone: 'America/New_York',
  client_timezone: 'Europe/Berlin',
  therapist_name: 'Dr. Ada Nwosu',
};

describe('the mail with the code of a held time', () => {
  it('tells code, time and therapist, and has one six-digit number', () => {
    const mail = holdCodeMail(UNSENT, 'https://attune.example');
    expect(mail.to).toEqual({ address: 'kim@example.org' });
    expect(mail.subject).toBe('Your code for an appointment with Dr. Ada Nwosu');
    expect(mail.text).toBe(
      [
        'Hello,',
        'Here is the code to book your appointment with Dr. Ada Nwosu.',
        'Code: 012345',
        'When: Tuesday, 24 November 2026, 16:00 to 16:50 (Europe/Berlin)\nYour therapist’s time: Tuesday, 24 November 2026, 10:00 to 10:50 (America/New York)',
        'The time is kept for 10 minutes from when it was chosen, and the code works that long. It is not booked before.',
        'Not you? Do nothing, and tell nobody the code: without it nothing is booked, and the time is free again by itself.',
        'Sent by Attune because this address was given for an appointment.\n',
      ].join('\n\n'),
    );
    expect(mail.text.match(/(?<!\d)\d{6}(?!\d)/g)).toEqual(['012345']);
    expect(mail.subject).not.toMatch(/\d/);
    expect(mail.ics).toBeUndefined();
  });

  it('is the same mail when it is tried again, and another one for another code', () => {
    const id = (change: Partial<UnsentCode> = {}) => holdCodeMail({ ...UNSENT, ...change }, 'https://attune.example').messageId;
    expect(id()).toBe(id());
    expect(id({ code_sent_at: new Date('2026-11-21T08:01:00Z') })).not.toBe(id());
    expect(id()).toMatch(/^<[^@\s]+@attune\.example>$/);
  });

  it('keeps a therapist’s name from breaking out of its line', () => {
    const mail = holdCodeMail({ ...UNSENT, therapist_name: 'Dr.\r\nBcc: x <script>' }, 'https://attune.example');
    expect(mail.text).toContain('with Dr. Bcc: x <script>.');
    expect(mail.html).not.toContain('<script>');
  });
});
