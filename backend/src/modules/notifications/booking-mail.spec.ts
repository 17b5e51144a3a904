import { sync } from 'node-ical';
import { MailOrigin } from '../../integrations/mail/mail-origin';
import { bookingMail } from './booking-mail';
import { BookingNotice } from './booking-notice.repository';
import { readdressedMail } from './readdressed-mail';

const ORIGIN: MailOrigin = {
  publicUrl: 'https://attune.example',
  sender: { name: 'Attune', address: 'no-reply@attune.example' },
};
const TOKEN = 'secret-token_1';

function notice(change: Partial<BookingNotice> = {}): BookingNotice {
  return {
    id: '0192f0a0-0000-7000-8000-000000000001',
    booking_id: '0192f0a0-0000-7000-8000-0000000000b0',
    client_id: '0192f0a0-0000-7000-8000-0000000000c0',
    therapist_id: '0192f0a0-0000-7000-8000-0000000000d0',
    kind: 'booked',
    actor: 'client',
    sequence: 0,
    starts_at: new Date('2026-11-24T15:00:00Z'),
    ends_at: new Date('2026-11-24T15:50:00Z'),
    previous_starts_at: null,
    created_at: new Date('2026-11-21T08:00:00Z'),
    timezone: 'America/New_York',
    client_timezone: 'Europe/Berlin',
    therapist_name: 'Dr. Ada Nwosu',
    therapist_email: 'ada@practice.example',
    therapist_timezone: 'America/New_York',
    client_email: 'kim@example.org',
    cancellation_notice_hours: 24,
    place_kind: null,
    place_detail: null,
    has_word: false,
    has_strangers_note: false,
    by_anybody: false,
    by_booker: false,
    ...change,
  };
}

describe('the client’s mail', () => {
  it('says the client’s own time first, beside it the therapist’s, with the link, the policy and what to do where it was not them', () => {
    const mail = bookingMail(notice(), 'client', TOKEN, ORIGIN);
    expect(mail.subject).toBe('Your appointment with Dr. Ada Nwosu on Tue 24 Nov at 16:00 (Europe/Berlin)');
    expect(mail.inNameOf).toBe('Dr. Ada Nwosu');
    expect(mail.to).toEqual({ address: 'kim@example.org' });
    expect(mail.text).toBe(
      [
        'Hello,',
        'Your appointment with Dr. Ada Nwosu is booked.',
        'When: Tuesday, 24 November 2026, 16:00 to 16:50 (Europe/Berlin)\nYour therapist’s time: Tuesday, 24 November 2026, 10:00 to 10:50 (America/New York)',
        'See, move or cancel this appointment:\nhttps://attune.example/manage#secret-token_1',
        'You can cancel or move this appointment until 24 hours before it begins. After that, please call your therapist.',
        'Not you? Somebody gave this address for the appointment. Open it above and cancel it: the therapist is told, and nothing else is left to do.',
        'Sent by Attune because this address was given for an appointment.\n',
      ].join('\n\n'),
    );
    expect(mail.html).toContain('href="https://attune.example/manage#secret-token_1"');
    expect(mail.html).toContain('10:00 to 10:50 (America/New York)');
  });

  it('invites a new address to an appointment that stands, and tells no therapist of it', () => {
    const mail = bookingMail(notice({ kind: 'readdressed' }), 'client', TOKEN, ORIGIN);
    expect(mail.subject).toBe('Your appointment with Dr. Ada Nwosu on Tue 24 Nov at 16:00 (Europe/Berlin)');
    expect(mail.text).toContain('stands as it is. Links of earlier mails no longer work; this one does.');
    expect(mail.text).toContain('https://attune.example/manage#secret-token_1');
    expect(mail.ics?.method).toBe('REQUEST');
    expect(() => bookingMail(notice({ kind: 'readdressed' }), 'therapist', '', ORIGIN)).toThrow();
  });

  it('brings the new links of many appointments in one mail: the next fifty, and where the others are', () => {
    const first = notice({ kind: 'readdressed' });
    const told = Array.from({ length: 1_456 }, (_, at) => ({ ...first, starts_at: new Date(first.starts_at.getTime() + at * 86_400_000), therapist_name: at === 1 ? 'Evil.com' : first.therapist_name, manageToken: () => `${TOKEN}${at}` }));
    const mail = readdressedMail(first, told, ORIGIN);
    expect(mail.subject).toBe('New links to your 1456 appointments with Dr. Ada Nwosu');
    expect(mail.text.match(/\/manage#/g)).toHaveLength(50);
    expect(mail.text).toContain(`Tue 24 Nov at 16:00 with Dr. Ada Nwosu:\nhttps://attune.example/manage#${TOKEN}0`);
    expect(mail.text).toContain('There are 1406 more. Sign in with this address to see all of them.');
    expect(mail.text).not.toContain('Evil.com');
    expect(mail.ics?.content.match(/BEGIN:VEVENT/g)).toHaveLength(50);
  });

  it('names one zone when the visitor has the same, none or a made-up one', () => {
    for (const client_timezone of ['America/New_York', null, 'Mars/Olympus', '']) {
      const mail = bookingMail(notice({ client_timezone }), 'client', TOKEN, ORIGIN);
      expect(mail.text).not.toContain('therapist’s time');
      expect(mail.subject).toBe('Your appointment with Dr. Ada Nwosu on Tue 24 Nov at 10:00');
    }
  });

  it('tells of a move with both times, and of a cancellation without a policy', () => {
    const moved = bookingMail(
      notice({ kind: 'moved', actor: 'therapist', sequence: 1, previous_starts_at: new Date('2026-11-23T14:30:00Z') }),
      'client',
      TOKEN,
      ORIGIN,
    );
    expect(moved.subject).toBe('Your appointment with Dr. Ada Nwosu has moved to Tue 24 Nov at 16:00 (Europe/Berlin)');
    expect(moved.text).toContain('Dr. Ada Nwosu has moved your appointment.');
    expect(moved.text).toContain('\nWas: Mon 23 Nov at 15:30 (Europe/Berlin)\n');
    const cancelled = bookingMail(notice({ kind: 'cancelled', sequence: 2 }), 'client', TOKEN, ORIGIN);
    expect(cancelled.subject).toBe('Your appointment with Dr. Ada Nwosu on Tue 24 Nov at 16:00 (Europe/Berlin) is cancelled');
    expect(cancelled.text).toContain('You cancelled your appointment with Dr. Ada Nwosu.');
    expect(cancelled.text).not.toMatch(/cancel or move/);
    expect(cancelled.text).toContain('Not you? Please call your therapist');
  });

  it('gives the year when it is another one, and the policy as it is set', () => {
    const mail = bookingMail(
      notice({
        starts_at: new Date('2027-01-05T15:00:00Z'),
        ends_at: new Date('2027-01-05T16:00:00Z'),
        cancellation_notice_hours: 0,
      }),
      'client',
      TOKEN,
      ORIGIN,
    );
    expect(mail.subject).toBe('Your appointment with Dr. Ada Nwosu on Tue 5 Jan 2027 at 16:00 (Europe/Berlin)');
    expect(mail.text).toContain('You can cancel or move this appointment until it begins.');
    expect(bookingMail(notice({ cancellation_notice_hours: 1 }), 'client', TOKEN, ORIGIN).text).toContain(
      'until 1 hour before',
    );
  });

  it('escapes names in HTML and keeps their direction apart', () => {
    const mail = bookingMail(notice({ therapist_name: `<b onload="x">O'Neil & 'co'` }), 'client', TOKEN, ORIGIN);
    expect(mail.html).not.toContain('<b onload');
    expect(mail.html).toContain('<span dir="auto">&#60;b onload=&#34;x&#34;&#62;O&#39;Neil &#38; &#39;co&#39;</span>');
    const hebrew = bookingMail(notice({ therapist_name: 'ד״ר יעל כהן' }), 'client', TOKEN, ORIGIN);
    expect(hebrew.html).toContain('<span dir="auto">ד״ר יעל כהן</span>');
    expect(hebrew.text).toContain('with \u2068ד״ר יעל כהן\u2069 is booked');
  });
});

describe('the therapist’s mail', () => {
  it('names the time and the dashboard, nobody and no secret', () => {
    const mail = bookingMail(notice(), 'therapist', '', ORIGIN);
    expect(mail.to).toEqual({ address: 'ada@practice.example' });
    expect(mail.subject).toBe('New appointment on Tue 24 Nov at 10:00');
    expect(mail.text).toContain('A client has booked an appointment with you.');
    expect(mail.text).toContain('https://attune.example/dashboard?tab=bookings');
    expect(mail.text).not.toContain('/manage');
    expect(mail.inNameOf).toBeUndefined();
    expect(`${mail.text}${mail.html}${mail.ics?.content}`).not.toContain('kim@example.org');
  });
});

describe('a therapist who has changed zone since', () => {
  it('reads their own time first, also of the time that was', () => {
    const moved = notice({ kind: 'moved', actor: 'therapist', previous_starts_at: new Date('2026-11-23T14:30:00Z'), therapist_timezone: 'Asia/Tokyo' });
    const mail = bookingMail(moved, 'therapist', '', ORIGIN);
    expect(mail.subject).toBe('An appointment has moved to Wed 25 Nov at 00:00 (Asia/Tokyo)');
    expect(mail.text).toContain(
      'When: Wednesday, 25 November 2026, 00:00 to 00:50 (Asia/Tokyo)\nIn the zone it was booked in: Tuesday, 24 November 2026, 10:00 to 10:50 (America/New York)\nWas: Mon 23 Nov at 23:30 (Asia/Tokyo)\n',
    );
    expect(mail.text).toContain('Not you? Sign in, end the sessions');
  });
});

describe('ids', () => {
  it('has a stable Message-ID for each event and recipient', () => {
    const first = bookingMail(notice(), 'client', TOKEN, ORIGIN);
    expect(first.messageId).toBe('<0192f0a0-0000-7000-8000-000000000001.client@attune.example>');
    expect(bookingMail(notice(), 'client', TOKEN, ORIGIN)).toEqual(first);
    expect(bookingMail(notice(), 'therapist', '', ORIGIN).messageId).toBe(
      '<0192f0a0-0000-7000-8000-000000000001.therapist@attune.example>',
    );
  });
});

describe('the calendar part', () => {
  function parse(change: Partial<BookingNotice>, recipient: 'client' | 'therapist' = 'client') {
    const part = bookingMail(notice(change), recipient, TOKEN, ORIGIN).ics;
    if (!part) throw new Error('no calendar part');
    const event = Object.values(sync.parseICS(part.content)).find((entry) => entry?.type === 'VEVENT');
    if (event?.type !== 'VEVENT') throw new Error('no event');
    return { part, event };
  }

  it('is an invitation with a stable UID and the exact instants', () => {
    const { part, event } = parse({});
    expect(part.method).toBe('REQUEST');
    expect(event.method).toBe('REQUEST');
    expect(event.uid).toBe('0192f0a0-0000-7000-8000-0000000000b0@attune.example');
    expect(event.start.toISOString()).toBe('2026-11-24T15:00:00.000Z');
    expect(event.end?.toISOString()).toBe('2026-11-24T15:50:00.000Z');
    expect(event.summary).toBe('Appointment with Dr. Ada Nwosu');
    expect(String(event.sequence)).toBe('0');
    expect(event.status).toBe('CONFIRMED');
    expect(part.content).not.toContain(TOKEN);
    expect(parse({}).part.content).toBe(part.content);
  });

  it('counts SEQUENCE up and cancels the same entry', () => {
    const { part, event } = parse({ kind: 'cancelled', sequence: 3 });
    expect(part.method).toBe('CANCEL');
    expect(event.method).toBe('CANCEL');
    expect(event.status).toBe('CANCELLED');
    expect(String(event.sequence)).toBe('3');
    expect(event.uid).toBe(parse({}).event.uid);
  });

  it('does not let a name break out of its line', () => {
    const { part, event } = parse({ therapist_name: 'Eve\r\nATTENDEE:mailto:x@evil.example\nBEGIN:VALARM; "q", e' });
    expect(part.content).not.toMatch(/^(ATTENDEE:mailto:x@evil|BEGIN:VALARM)/m);
    expect(event.summary).toBe('Appointment with Eve ATTENDEE:mailto:x@evil.example BEGIN:VALARM; "q", e');
    expect(part.content.replaceAll('\r\n ', '')).toContain('BEGIN:VALARM\\; "q"\\, e\r\n');
    expect(
      part.content
        .replace(/\r\n[ ]/g, '')
        .split('\r\n')
        .filter((line) => line.startsWith('ORGANIZER')),
    ).toHaveLength(1);
  });

  it('folds at 75 octets, also in long accented and right-to-left names', () => {
    const { part, event } = parse({ therapist_name: 'Żółć é 名前 יעל '.repeat(12).trim() });
    for (const line of part.content.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(part.content.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(event.summary).toBe(`Appointment with ${'Żółć é 名前 יעל '.repeat(12).trim()}`);
  });

  it('tells the therapist’s calendar nothing about the client', () => {
    const { part, event } = parse({}, 'therapist');
    expect(event.summary).toBe('Client appointment');
    expect(part.content).toContain('CLASS:PRIVATE');
    expect(part.content).not.toContain('kim@example.org');
  });
});

describe('where an appointment takes place', () => {
  const LINK = 'https://video.example/room/42';

  it.each([
    [{ place_kind: null, place_detail: null }, undefined, undefined, undefined],
    [{ place_kind: 'in-person', place_detail: '12 Main Street\nSuite 4' }, 'In person, 12 Main Street, Suite 4', 'In person, 12 Main Street, Suite 4', '12 Main Street, Suite 4'],
    [{ place_kind: 'in-person', place_detail: null }, 'In person, The address follows from your therapist', 'In person', 'In person, The address follows from your therapist'],
    [{ place_kind: 'video', place_detail: LINK }, 'By video', 'By video', LINK],
    [{ place_kind: 'video', place_detail: null }, 'By video, The link follows from your therapist', 'By video', 'By video, The link follows from your therapist'],
    [{ place_kind: 'therapist-calls', place_detail: null }, 'By telephone: your therapist calls you', 'By telephone: you call your client', 'By telephone: your therapist calls you'],
    [{ place_kind: 'client-calls', place_detail: '+1 212' }, 'By telephone: call your therapist, +1 212', 'By telephone: your client calls you, +1 212', 'By telephone: call your therapist, +1 212'],
  ] as const)('is told to both sides and their calendars: %j', (place, toClient, toTherapist, location) => {
    const client = bookingMail(notice(place), 'client', TOKEN, ORIGIN);
    const therapist = bookingMail(notice(place), 'therapist', '', ORIGIN);
    const where = (text: string): string | undefined => /^Where: (.*)$/m.exec(text)?.[1];
    expect([where(client.text), where(therapist.text)]).toEqual([toClient, toTherapist]);
    const event = Object.values(sync.parseICS(client.ics?.content ?? '')).find((part) => part?.type === 'VEVENT');
    expect(event).toBeDefined();
    const { location: located, url } = event as { location?: string; url?: string };
    expect(located).toBe(location);
    const hasLink = place.place_detail === LINK;
    for (const mail of [client, therapist]) {
      expect(mail.text.includes(`Open the video session:\n${LINK}`)).toBe(hasLink);
      expect(mail.html.includes(`href="${LINK}"`)).toBe(hasLink);
    }
    expect(JSON.stringify(url ?? '')).toContain(hasLink ? LINK : '""');
  });

  it('brings no link of a therapist’s to an address that anybody gave: it stands on the appointment’s own page', () => {
    const place = { place_kind: 'video', place_detail: LINK, by_anybody: true } as const;
    const client = bookingMail(notice(place), 'client', TOKEN, ORIGIN);
    expect([client.text, client.html, client.ics?.content].join('\n')).not.toContain('video.example');
    expect(client.text).toContain('Where: By video, you open the session from the page of this appointment\n');
    expect(bookingMail(notice(place), 'therapist', '', ORIGIN).text).toContain(LINK);
  });

  it('brings no words of a therapist’s about the place to an address that anybody gave: they stand on the appointment’s own page', () => {
    const place = { place_kind: 'in-person', place_detail: 'Your portal is locked.\nConfirm that it is you' } as const;
    const client = bookingMail(notice({ ...place, by_anybody: true }), 'client', TOKEN, ORIGIN);
    expect([client.text, client.html, client.ics?.content].join('\n')).not.toMatch(/portal is locked|Confirm that/);
    expect(client.text).toContain('Where: In person, you find the address on the page of this appointment\n');
    for (const known of [bookingMail(notice({ ...place, by_anybody: true }), 'therapist', '', ORIGIN), bookingMail(notice(place), 'client', TOKEN, ORIGIN)]) expect(known.text).toContain('Where: In person, Your portal is locked.');
  });

  it('is nowhere once it is cancelled', () => {
    const mail = bookingMail(notice({ kind: 'cancelled', place_kind: 'video', place_detail: LINK }), 'client', TOKEN, ORIGIN);
    expect(mail.text).not.toMatch(/Where|video/);
  });
});
