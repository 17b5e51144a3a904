import { JSONParser } from '@streamparser/json';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { PracticeRow } from '../../../common/practices/practice-rows';

const PIECE_BYTES = 256 * 1024;

/** A row of an export, in the order in which they stand there. */
export interface GivenRow {
  table: string;
  row: PracticeRow;
}

/** The file is no JSON, in the words of whoever reads it. */
export class NoJson extends Error {}

/** A `practice.json`, row by row: however long it is, no more than a piece of it is held. */
export class GivenJson {
  /** All of it but the rows, which are nulls here; known once it is read. */
  rest: unknown;
  /** Of its bytes; known once it is read. */
  sha256 = '';

  constructor(private readonly path: string) {}

  /** @param known hears what it calls its schema, as soon as that is read @throws NoJson */
  async *read(known: (schema: unknown) => void): AsyncGenerator<GivenRow> {
    const hash = createHash('sha256');
    const found: GivenRow[] = [];
    let failure: Error | undefined;
    const parser = new JSONParser({ paths: ['$', '$.schema', '$.rows.*.*'] });
    parser.onError = (error) => (failure ??= error);
    parser.onValue = ({ value, key, parent, stack }) => {
      if (stack.length === 0) this.rest = value;
      else if (stack.length === 1) known(value);
      else {
        found.push({ table: String(stack.at(-1)?.key), row: value as unknown as PracticeRow });
        (parent as unknown as Record<string, unknown>)[String(key)] = null;
      }
    };
    for await (const piece of createReadStream(this.path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
      hash.update(piece);
      parser.write(piece);
      if (failure) throw new NoJson(failure.message);
      yield* found.splice(0);
    }
    if (!parser.isEnded) throw new NoJson('It ends too early.');
    this.sha256 = hash.digest('hex');
  }
}
