import sharp from 'sharp';
import * as supertest from 'supertest';
import { DEEDS } from './session-notes';
import { SignedInTherapist } from './signed-in';

/** A file of a note as the API tells it. */
export interface TestNoteFile {
  id: string;
  filename: string;
  file_type: string;
  media_type: string;
  file_size: number;
  page_count: number | null;
  processing_status: string;
  error_reason: string | null;
  extracted_text: string | null;
  ai_analysis: string | null;
}

/** A picture with something on it, of so many pixels. */
export function pictureOf(width = 60, height = 40): sharp.Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 7) % 251;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export function sendFile(as: SignedInTherapist, noteId: string, content: Buffer, name = 'page.png', key?: string): supertest.Test {
  const call = as.post(`${DEEDS}/${noteId}/upload-file`);
  return (key === undefined ? call : call.set('Idempotency-Key', key)).attach('file', content, name);
}

export async function addFile(as: SignedInTherapist, noteId: string, content?: Buffer, name?: string): Promise<TestNoteFile> {
  const { body, status } = await sendFile(as, noteId, content ?? (await pictureOf().png().toBuffer()), name);
  if (status !== 201) throw new Error(`the file was refused: ${status} ${JSON.stringify(body)}`);
  return body as TestNoteFile;
}

/** The bytes of an answer. */
export function bytesOf(call: supertest.Test): supertest.Test {
  return call.buffer(true).parse((response, done) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => done(null, Buffer.concat(chunks)));
  });
}
