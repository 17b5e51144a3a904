import { PassThrough, Writable } from 'node:stream';
import { UsageError } from './command';
import { askPassword, generatePassword, Terminal } from './password-input';

/** A terminal whose person types this as soon as asked. */
function terminalWith(answers: string[]): Terminal & { shown(): string; raw: boolean[] } {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
  let shown = '';
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      shown += chunk.toString();
      if (shown.endsWith(': ')) setImmediate(() => input.write(answers.shift() ?? '\x04'));
      done();
    },
  });
  return { input: input as unknown as NodeJS.ReadStream, output, shown: () => shown, raw };
}

const piped = (text: string): Terminal => {
  const input = new PassThrough();
  input.end(text);
  return { input: input as unknown as NodeJS.ReadStream, output: new PassThrough() };
};

describe('a password at a terminal', () => {
  it('is asked for twice and never shown', async () => {
    const terminal = terminalWith(['open sesame 123\r', 'open sesame 123\r']);
    expect(await askPassword(terminal, 'Password for jane')).toBe('open sesame 123');
    expect(terminal.shown()).toBe('Password for jane: \nOnce more: \n');
    expect(terminal.raw).toEqual([true, false, true, false]);
  });

  it('must be the same both times', async () => {
    await expect(askPassword(terminalWith(['open sesame 123\r', 'open sesame 124\r']), 'Password')).rejects.toThrow(UsageError);
  });

  it('is none when the person gives up', async () => {
    await expect(askPassword(terminalWith(['\x03']), 'Password')).rejects.toThrow('Nothing was changed.');
  });
});

describe('a password that is piped in', () => {
  it('is the first line as it stands', async () => {
    expect(await askPassword(piped('  open sesame \nsecond line\n'), 'Password')).toBe('  open sesame ');
    expect(await askPassword(piped('no newline at all'), 'Password')).toBe('no newline at all');
    expect(await askPassword(piped('from windows\r\n'), 'Password')).toBe('from windows');
  });

  it('must be there', async () => {
    await expect(askPassword(piped(''), 'Password')).rejects.toThrow(UsageError);
  });
});

it('a generated password is long and never the same', () => {
  expect(generatePassword()).toMatch(/^[\w-]{24}$/);
  expect(generatePassword()).not.toBe(generatePassword());
});
