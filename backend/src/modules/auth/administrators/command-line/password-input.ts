import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './command';

/** Where the operator sits. */
export interface Terminal {
  input: NodeJS.ReadStream;
  output: NodeJS.WritableStream;
}

const LONGEST_INPUT = 10_000;

/** @returns 144 random bits in URL-safe text */
export function generatePassword(): string {
  return randomBytes(18).toString('base64url');
}

/** Asks twice without showing what is typed; what is piped in is taken as it is. @throws UsageError when there is none or the two differ */
export async function askPassword(terminal: Terminal, question: string): Promise<string> {
  if (!terminal.input.isTTY) return firstLine(terminal.input);
  const password = await askHidden(terminal, `${question}: `);
  if (password !== (await askHidden(terminal, 'Once more: '))) throw new UsageError('The two passwords are not the same. Nothing was changed.');
  return password;
}

/** A reader in terminal mode switches the echo off; what it would write itself goes nowhere. */
function askHidden({ input, output }: Terminal, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  output.write(question);
  return new Promise((resolve, reject) => {
    let answer: string | undefined;
    reader.once('line', (line) => {
      answer = line;
      reader.close();
    });
    // Ctrl-C and Ctrl-D close it without an answer.
    reader.once('close', () => {
      output.write('\n');
      if (answer === undefined) reject(new UsageError('Nothing was changed.'));
      else resolve(answer);
    });
  });
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  input.setEncoding('utf8');
  for await (const chunk of input) {
    text += String(chunk);
    if (text.includes('\n') || text.length > LONGEST_INPUT) break;
  }
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new UsageError('No password came in. Type it in a terminal, pipe it in, or use --generate.');
  return line;
}
