import { findNames, KnownPerson, MaskedText } from './known-names';

const PEOPLE: KnownPerson[] = [
  { role: 'CLIENT', names: ['María-José Will', 'Maja'], contacts: ['maria.will@example.org', '+49 151 234 567'] },
  { role: 'THERAPIST', names: ['Dr. Jonas Brandt'], contacts: [] },
];

const maskedBy = (text: string, people: readonly KnownPerson[]): MaskedText => new MaskedText(text, findNames(text, people) ?? []);
const masked = (text: string) => maskedBy(text, PEOPLE);

it.each([
  ['María-José Will came. Maria said: "will it help?"', '[CLIENT] came. [CLIENT] said: "will it help?"'],
  ['MARIA, Maja’s sister and Will; she will come.', '[CLIENT], [CLIENT]’s sister and [CLIENT]; she will come.'],
  ['Mariam met Jonas and Dr. Brandt.', 'Mariam met [THERAPIST] and Dr. [THERAPIST].'],
  ['Write to Maria.Will@example.org or call +49 (151) 234-567.', 'Write to [CLIENT_CONTACT] or call [CLIENT_CONTACT_2].'],
  ['Call 0151 234567 or (151) 234 567, not 1234567.', 'Call [CLIENT_CONTACT_2] or [CLIENT_CONTACT_2], not 1234567.'],
  ['José  Will', '[CLIENT]  [CLIENT]'],
  ['Nobody is named here.', 'Nobody is named here.'],
])('%s', (text, expected) => {
  expect(masked(text).text).toBe(expected);
});

it('takes what a visitor gave as a name for one only where it has a capital', () => {
  const people: KnownPerson[] = [{ role: 'CLIENT', names: ['Nadia Berg'], saidNames: ['Suicidal Denies Not Plans', 'Nadine Berg'], contacts: ['(-) (-) (-)'] }];
  const { text } = maskedBy('nadia denies suicidal plans. She is not safe, Nadine says; berg.', people);
  expect(text).toBe('[CLIENT] denies suicidal plans. She is not safe, [CLIENT] says; [CLIENT].');
});

it('leaves what a note says where a name has such words, or a visitor gave words that sentences begin with', () => {
  const people: KnownPerson[] = [{ role: 'CLIENT', names: ['Suicidal Denies Not Plans', 'Is Not', 'Li Will', '李娜'], saidNames: ['Slept Rather Badly', 'Ilse Vermeer'], contacts: ['12-34'] }];
  const text = 'She denies suicidal plans. Not safe: she IS NOT alone. Slept two hours.\n- Badly so. Will will come, said Li; 12-34. 李娜 met Ilse. Ilse left.';
  expect(maskedBy(text, people).text).toBe('She denies suicidal plans. Not safe: she IS NOT alone. Slept two hours.\n- Badly so. [CLIENT] will come, said [CLIENT]; 12-34. [CLIENT] met [CLIENT]. [CLIENT] left.');
});

it('puts back what people are called where it is cited', () => {
  const note = masked('Maria came. Maja and Maria left.');
  const second = note.text.indexOf('[CLIENT]', 3);
  expect(note.restore('[CLIENT] left', [{ start: second, end: note.text.length }])).toBe('Maja left');
  expect(note.restore('[CLIENT] left')).toBe('Maria left');
});

it('knows a list of guesses by how many of them are the same person', () => {
  const names = ['Anna', 'Berta', 'Carla', 'Doris', 'Emma', 'Frida', 'Gerda'];
  const note = (said: readonly string[]) => maskedBy(said.join(' or '), [{ role: 'CLIENT', names, contacts: [] }]);
  expect(note([...names.slice(0, 6), 'ÀNNA']).hasManyForms).toBe(false);
  expect(note(names).hasManyForms).toBe(true);
});

it('finds the way back, for places and for what was said', () => {
  const text = 'Maria met Jonas. Then María-José Will slept better.';
  const note = masked(text);
  const at = note.text.indexOf('Then');
  expect(note.place(at, note.text.length)).toEqual({ quote: 'Then María-José Will slept better.', start: 17, end: text.length });
  expect(note.place(0, 3)).toEqual({ quote: 'Maria', start: 0, end: 5 });
  expect(note.place(0, note.text.length)).toEqual({ quote: text, start: 0, end: text.length });
  expect(note.restore('[CLIENT] met [THERAPIST] and [SOMEBODY].')).toBe('Maria met Jonas and [SOMEBODY].');
});

it('takes a placeholder that the text does not have', () => {
  const note = masked('[CLIENT] is written here, and so is Maja.');
  expect(note.text).toBe('[CLIENT] is written here, and so is [XCLIENT].');
  expect(note.restore('[XCLIENT] spoke to [CLIENT].')).toBe('Maja spoke to [CLIENT].');
});

it('without people is the text, whatever stands in it', () => {
  const text = 'a[b]c $& \\1 😀';
  expect(maskedBy(text, []).place(5, 11)).toEqual({ quote: text.slice(5, 11), start: 5, end: 11 });
});

it('keeps people and their contacts apart, and puts each back', () => {
  const people: KnownPerson[] = [
    { role: 'CLIENT', names: ['Ada Quill'], contacts: ['ada@example.org', '030 5551234'] },
    { role: 'PERSON', names: ['Bert Ohm'], contacts: [] },
    { role: 'PERSON', names: ['Cleo Ohm'], contacts: [] },
    { role: 'PERSON', names: [], contacts: ['0171 4445566', 'ext. 12'] },
  ];
  const note = maskedBy('Ada (ada@example.org, 030 5551234) came with Bert and Cleo; call 0171-444-55-66.', people);
  expect(note.text).toBe('[CLIENT] ([CLIENT_CONTACT], [CLIENT_CONTACT_2]) came with [PERSON_1] and [PERSON_2]; call [PERSON_CONTACT].');
  expect(note.restore('[CLIENT_CONTACT_2] [CLIENT_CONTACT] [PERSON_2] [PERSON_CONTACT]')).toBe('030 5551234 ada@example.org Cleo 0171-444-55-66');
});

describe('takes a name however it is typed', () => {
  const kept = [{ role: 'CLIENT' as const, names: ["Siobhán O'Neil", 'Anna Sørensen', 'Łukasz Müller', '李雷', 'Strauß'], contacts: ['+49 170 1234567'] }];

  it.each(['O’Neil', 'O`Neil', 'ONeil', 'Siobhan', 'Sorensen', 'Soerensen', 'Lukasz', 'Mueller', 'Muller', 'Strauss', 'An\u00adna', 'Siobha\u0301n'])('%s', (typed) => {
    expect(maskedBy(`Then ${typed} came.`, kept).text).toBe('Then [CLIENT] came.');
  });

  it.each([
    ['Annas Mutter, Müller’s key, Anna2', '[CLIENT]s Mutter, [CLIENT]’s key, [CLIENT]2'],
    ['今天李雷来了', '今天[CLIENT]来了'],
    ['0170–1234567', '[CLIENT_CONTACT]'],
    ['Annabel, Mullery, Neill', 'Annabel, Mullery, Neill'],
  ])('%s', (typed, masked) => {
    expect(maskedBy(typed, kept).text).toBe(masked);
  });

  it('also where the record has it spelled out', () => {
    expect(maskedBy('Herr Müller, Frau Weiß', [{ role: 'CLIENT', names: ['Mueller', 'Weiss'], contacts: [] }]).text).toBe('Herr [CLIENT], Frau [CLIENT]');
  });
});

describe('a name that was typed to hold up whoever masks a text', () => {
  const gaps = [' ', '’', "' ", '\u00ad', ' \u00ad’', '\u0344', 'e'];
  it.each(gaps)('with "%s" again and again is looked for as quickly as any other, and found', (gap) => {
    const name = `Ana${gap.repeat(40)}Lopez`;
    const text = `ana${gap.repeat(60)}. o${gap.repeat(2_000)}x ${name} came.`;
    expect(maskedBy(text, [{ role: 'CLIENT', names: [name], contacts: [] }]).text).not.toMatch(/Lopez/);
  });

  it('in a note full of marks as well', () => {
    const text = `Ana${'\u0344\u0f73'.repeat(25_000)} came.`;
    expect(maskedBy(text, [{ role: 'CLIENT', names: ['Ana'], contacts: [] }]).text).toBe('[CLIENT] came.');
  });
});

it('looks for no more names than any record has: a text in which they stand is not sent', () => {
  const people = Array.from({ length: 300 }, (_, at): KnownPerson => ({ role: 'PERSON', names: [`Abc${at} Defg${at}x Hij${at}y`], contacts: [] }));
  expect(findNames('Abc came.', people)).toBeUndefined();
});
