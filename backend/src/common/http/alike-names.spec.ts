import { looksLike } from './alike-names';

it.each(['Dr. Miriam Aldenhoven', 'MIRIAM  ALDENHOVEN', 'Aldenhoven, Miriam', 'Dr. Míriam Aldenhoven', 'Dr. Мiriаm Аldеnhоvеn', 'Dr. Miriam AIdenhoven', 'Dr. Miriarn Aldenhoven', 'Prof. Dr. Miriam Aldenh0ven'])('%s passes for Dr. Miriam Aldenhoven', (name) => {
  expect(looksLike(name)).toBe(looksLike('Dr. Miriam Aldenhoven'));
});

it('other people keep names of their own, also those who have a title and nothing else', () => {
  const names = ['Dr. Miriam Aldenhoven', 'Dr. Mirja Aldenhoven', 'Miriam Alden', 'Dr.', 'Prof.', '山田 花子'];
  expect(new Set(names.map(looksLike)).size).toBe(names.length);
});
