import * as fc from 'fast-check';
import { leadsAway, nameProblem } from './person-name';

const ADDRESS = 'A name cannot hold a web or email address. Please put a space after each full stop.';
const INVISIBLE = 'A name cannot hold invisible characters. Please type it anew.';

it.each(['Call 0900 123456', 'Anna +49 (30) 1234-5678', '555.123.4567', '٠٩٠٠١٢٣٤٥٦', '０９００ １２３４５', 'Call 030–1234–5678', '030·1234·5678', '030, 1234, 5678', '030_1234_5678', '030:1234:5678'])('%s holds a telephone number', (name) => {
  expect(nameProblem(name)).toBe('A name cannot hold a telephone number.');
});

it.each([
  ...['Kim', "Dr. A. O'Connor-Öztürk", 'St. John', 'St.John', 'J.R.R. Tolkien', 'J.R.R.Tolkien', 'J. R. R. Tolkien', 'Anne-Marie d. J.', 'J.de Vries', 'J.-P. Sartre'],
  ...['Sammy Davis Jr.', 'Anna Meier, M.Sc.', 'Dr.med. Anna Meier', 'Dr.med.dent.Anna Meier', 'Dr. rer.nat. Li', 'Dipl.-Psych. Eva Kern', 'Ph.D. Li Wei', 'Prof.Dr.Schmidt', 'B.Sc.Psych. Kim'],
  ...['Dr. Anna', 'Dr.Anna', 'St. Mary\'s', 'St.Mary\'s', 'Main St.Suite 4', 'Attuned Minds', 'A.Li', 'J.Ma', 'Dr.Kim', 'M.Fox', 'R.Page', 'M.Ed.Coach', 'J.de la Cruz', 'Hilfe e.V.', 'B.sc. Psych.', 'Eva Kern, l.p.c.'],
  ...['King, Martin Luther (Jr.)', 'Żółć „Q”, יעל', 'Łucja Żółkiewska', '山田 花子', '李小龍', '葛\u{e0100}城', 'Ng', 'Nguyễn Thị Minh Khai', 'María-José Carreño Quiñones', 'X Æ A-12'],
  ...['فاطمة الزهراء بنت عبد الرحمن', 'عمر الفاروق', 'דניאלה כהן־מזרחי', 'مُحَمَّد', 'محمد\u200cعلی رضایی', 'علی\u200cرضا', 'Владимир Ильич', 'Ζωή Παπαδοπούλου'],
  // Letters of India and Sri Lanka that are joined, or kept apart, by a character of no width.
  ...['र\u094d\u200dय', 'സുനില\u0d4d\u200d', 'ಸುರೇಶ\u0ccd\u200c ಕುಮಾರ\u0ccd\u200c', 'র\u200d\u09cdয', 'ශ\u0dca\u200dරී ලංකා', 'क\u094d\u200cष'],
  // Signs that are part of a little picture, and words that end like the name of a scheme.
  ...['Group 2026-2027', 'Praxis 10999 Berlin', 'Class of 1984/85'],
  ...['Couples \u2764\ufe0f', 'Check-up \u{1f469}\u200d\u2695\ufe0f', 'Hotel: Anna'],
])('%s is a name', (name) => {
  expect(nameProblem(name)).toBeUndefined();
});

it.each([
  ...['evil.com', 'Win at evil.com now', 'EVIL.COM', 'Evil.Shop', 'x.com', 'dr.com', 'St.xyz', 't.co/abc', 'bit.ly/2x', 'my-site.co.uk', 'dr.evil.com', 'a.b.evil.ru', 'evil.com.'],
  ...['Anna (evil.com)', "O'evil.com", 'my_evil.com', 'пример.рф', '例え.jp', 'xn--80ak6aa92e.com', 'evil1.com', 'evil．com', 'evil。com', 'ｅｖｉｌ.com', 'evil․com'],
  ...['http://x', 'https:', 'hTTps://evil', 'ftp://evil', 'www.evil', 'WWW.x', 'see www.x', 'me@example.org', 'a@b', 'me＠example.org', '@handle'],
  ...['hr.support', 'See t.ly', 'mme.help', 'dr.clinic', 'Dr.Clinic', 'psych.cloud?x', 'a.co?x', 'Dr. Kim at dr.kim.health', 'prof.care', 'psych.coach'],
  ...['mailto:x', 'Call tel:112', 'TEL:+1', 'sms:1'],
])('%s holds an address', (name) => {
  expect(nameProblem(name)).toBe(ADDRESS);
});

it.each([
  ['an override', 'Anna \u202egpj.exe'], ['an embedding', '\u202aAnna\u202c'], ['an isolate', '\u2067Anna\u2069'], ['a mark', 'Anna\u200f'], ['a zero-width space', 'An\u200bna'],
  ['a byte order mark', '\ufeffAnna'], ['a soft hyphen', 'An\u00adna'], ['a word joiner', 'An\u2060na'], ['a joiner among Latin letters', 'An\u200dna'], ['two joiners', 'علی\u200c\u200cرضا'],
  ['a non-joiner before a space', 'علی\u200c رضا'], ['a line break', 'Anna\nBcc: x'], ['a tab', 'An\tna'], ['a line separator', 'An\u2028na'], ['an escape', 'An\u001b[31mna'], ['a C1 control', 'An\u0085na'],
  ['a filler', 'An\u3164na'], ['a tag', 'An\u{e0041}na'], ['a selector after a Latin letter', 'An\ufe0fna'], ['an empty braille cell', '\u2800'],
])('%s is refused', (_, name) => {
  expect(nameProblem(name)).toBe(INVISIBLE);
});

const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿĀ-ſα-ωа-яא-תا-ي一-龥]{2,10}$/u);
const name = fc.array(word, { minLength: 1, maxLength: 5 }).chain((words) => fc.constantFrom(' ', '-', "'", ', ', '. ').map((between) => words.join(between)));
const at = fc.nat(1_000);
const inserted = (text: string, part: string, position: number): string => {
  const points = [...text];
  points.splice(position % (points.length + 1), 0, part);
  return points.join('');
};

it('words in any alphabet are a name, with initials in front or behind', () => {
  fc.assert(fc.property(name, fc.constantFrom('', 'J.R. ', 'Dr. ', 'St.'), (text, front) => nameProblem(front + (front.endsWith('.') ? `Q${text}` : text)) === undefined));
});

it('an invisible or direction-changing character is found wherever it stands', () => {
  const hidden = fc.constantFrom(...'\u0000\u0007\u001f\u007f\u0085\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff');
  fc.assert(fc.property(name, hidden, at, (text, character, position) => nameProblem(inserted(text, character, position)) === INVISIBLE));
});

it('an address is found wherever it stands', () => {
  const address = fc.oneof(
    fc.tuple(fc.stringMatching(/^[a-z][a-z0-9]{2,12}$/), fc.constantFrom('com', 'net', 'ru', 'co.uk', 'shop', 'xyz')).map(([host, ending]) => `${host}.${ending}`),
    fc.constantFrom('www.x', 'http://1', 'me@here'),
  );
  fc.assert(fc.property(name, address, fc.constantFrom(' ', '(', '/', '"'), (text, link, before) => nameProblem(`${text}${before}${link}`) === ADDRESS));
});

it('a text without a space costs no more than one with spaces, however long it is', () => {
  const cost = (text: string): number => {
    const from = process.cpuUsage();
    expect(leadsAway(text)).toBe(false);
    const { user, system } = process.cpuUsage(from);
    return user + system;
  };
  // One sign that stands for six letters, as often as a word to a client may be long.
  const whole = '\u3316'.repeat(1_985);
  const parted = '\u3316 '.repeat(1_985);
  cost(parted);
  expect(cost(whole) / cost(parted)).toBeLessThan(50);
});
