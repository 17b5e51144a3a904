import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const SOURCES = ['shared-ui', ...['shell', 'public-booking', 'therapist', 'client-portal', 'admin'].map((name) => `frontends/${name}`)].map((part) => join(ROOT, part, 'src'));
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const OTHER_NAMES = /\b(second factor|two[- ]factor|multi-?factor|2FA|MFA|two[- ]step (?!sign-in)\w+)\b/i;

test('what is asked for beside a password is called two-step sign-in wherever somebody reads of it', () => {
  const files = SOURCES.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)));
  const read = files.filter((name) => /\.tsx?$/.test(name) && !/\.spec\.|\/api\/schema/.test(name));
  expect(read.length).toBeGreaterThan(300);
  const called = read.flatMap((name) => {
    const other = OTHER_NAMES.exec(readFileSync(name, 'utf8').replace(COMMENTS, ''))?.[0];
    return other === undefined ? [] : [`${name.slice(ROOT.length + 1)}: ${other}`];
  });
  expect(called).toEqual([]);
});
