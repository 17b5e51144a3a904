import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { Limits } from '../../src/common/limits/limits';
import { NoteFilesService } from '../../src/modules/session-notes/files/files.service';
import { pdfOf } from '../harness/files-to-read';
import { addFile, bytesOf, pictureOf, sendFile } from '../harness/note-files';
import { DEEDS, writeNote } from '../harness/session-notes';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

let test: TestApp;
let png: Buffer;

beforeAll(async () => {
  test = await startTestApp();
  png = await pictureOf().png().toBuffer();
});
afterAll(() => test.close());

const open = (): Socket => connect((test.app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');

/** An upload of 15 MB of which the beginning is sent. */
async function begin({ cookie, csrf }: SignedInTherapist, path: string, address = '198.51.100.1'): Promise<Socket> {
  const socket = open();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    `Origin: ${TEST_ORIGIN}`,
    `X-XSRF-TOKEN: ${csrf}`,
    `Cookie: ${cookie}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 15000000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`);
  socket.write(png);
  await pause(300);
  return socket;
}

describe('an upload that is cancelled', () => {
  it('gives its place up, also one that waited for it', async () => {
    const therapist = await signInTherapist(test);
    const { id } = await writeNote(therapist);
    const path = `${DEEDS}/${id}/upload-file`;
    const [first, second] = [await begin(therapist, path), await begin(therapist, path)];
    second.destroy();
    await pause(300);
    first.destroy();
    await pause(300);
    await sendFile(therapist, id, png).expect(201);
  });

  it('is one of a few of its therapist, whoever else waits', async () => {
    const [therapist, other] = [await signInTherapist(test), await signInTherapist(test)];
    const path = `${DEEDS}/${(await writeNote(therapist)).id}/upload-file`;
    const under = await Promise.all(Array.from({ length: 4 }, () => begin(therapist, path)));
    under.push(...(await Promise.all(Array.from({ length: 4 }, () => begin(therapist, path)))));
    await sendFile(other, (await writeNote(other)).id, png).expect(201);
    for (const socket of under) socket.destroy();
  });
});

describe('an upload that comes slowly', () => {
  /** At 200 kB a second. @returns what it was answered so far */
  async function slowly(address: string): Promise<() => string> {
    const therapist = await signInTherapist(test);
    const socket = await begin(therapist, `${DEEDS}/${(await writeNote(therapist)).id}/upload-file`, address);
    let answer = '';
    socket.on('data', (part: Buffer) => (answer += part.toString()));
    const timer = setInterval(() => socket.write(Buffer.alloc(20_000)), 100);
    socket.on('close', () => clearInterval(timer));
    sockets.push(socket);
    return () => answer;
  }
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
  });

  it('holds one place of its connection, and no other one where somebody else waits for it', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => slowly('192.0.2.1')));
    const honest = await signInTherapist(test);
    const { id } = await writeNote(honest);
    await sendFile(honest, id, png).expect(201);
    for (const address of ['192.0.2.2', '203.0.113.1', '203.0.113.2', '198.51.100.1']) answers.push(await slowly(address));
    expect(answers.map((answer) => answer())).toEqual(answers.map(() => ''));
    await sendFile(honest, id, png).expect(201);
    const refused = answers.map((answer) => answer()).filter((answer) => answer !== '');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatch(/^HTTP\/1.1 429 [^]*\r\nRetry-After: 60\r\n[^]*Your file comes slowly over this connection, and others wait to send theirs/);
  });
});

it('an upload whose therapist was shut out while it came is not kept', async () => {
  const therapist = await signInTherapist(test);
  const { id } = await writeNote(therapist);
  await test.database.query('update users set is_active = false where id = $1', [therapist.id]);
  const actor = { type: 'therapist' as const, id: therapist.id, sessionId: null, address: null };
  await expect(test.app.get(NoteFilesService).add(actor, id, { name: 'page.png', bytes: png }, undefined)).rejects.toThrow('Please sign in again.');
  expect(await test.database.query('select id from session_note_files where note_id = $1', [id])).toEqual([]);
});

describe('a file that is fetched', () => {
  it('holds the next one of its therapist back until it is read, and nobody else’s', async () => {
    const [therapist, other] = [await signInTherapist(test), await signInTherapist(test)];
    // Noise, so that it is larger than what connections take unread.
    const noise = await sharp(randomBytes(2_200 * 2_200 * 3), { raw: { width: 2_200, height: 2_200, channels: 3 } }).png().toBuffer();
    const { id } = await writeNote(therapist);
    const path = `${DEEDS}/${id}/files/${(await addFile(therapist, id, noise)).id}/content`;
    const unread = open();
    unread.pause();
    unread.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${therapist.cookie}\r\n\r\n`);
    await pause(1_000);
    let isThere = false;
    const next = bytesOf(therapist.get(path)).expect(200).then(() => (isThere = true));
    const { id: otherNote } = await writeNote(other);
    await bytesOf(other.get(`${DEEDS}/${otherNote}/files/${(await addFile(other, otherNote, png)).id}/content`)).expect(200);
    expect(isThere).toBe(false);
    unread.destroy();
    await next;
  });

  it('has its limit in an hour', async () => {
    const therapist = await signInTherapist(test);
    const { id } = await writeNote(therapist);
    const path = `${DEEDS}/${id}/files/${(await addFile(therapist, id, png)).id}/content`;
    const limits = test.app.get(Limits);
    const limit = { scope: 'note-file-downloads', max: 600, windowMs: 3_600_000 };
    await Promise.all(Array.from({ length: 599 }, () => limits.count(limit, therapist.id)));
    await therapist.get(path).expect(200);
    const { status, body } = await therapist.get(path);
    expect([status, (body as { detail: string }).detail]).toEqual([429, 'Files were fetched very often within the hour. Please try again later.']);
  });
});

describe('a page that takes too long to draw', () => {
  it('is refused, remembered, and keeps no upload waiting', async () => {
    const [therapist, other] = [await signInTherapist(test), await signInTherapist(test)];
    const [{ id }, { id: otherNote }] = [await writeNote(therapist), await writeNote(other)];
    const file = await addFile(therapist, id, slowPdf(5_000), 'slow.pdf');
    const look = async (): Promise<[number, string, number]> => {
      const begun = performance.now();
      const { status, body } = await therapist.get(`${DEEDS}/${id}/files/${file.id}/pages/1/image`);
      return [status, (body as { detail: string }).detail, performance.now() - begun];
    };
    const looking = look();
    await pause(500);
    const begun = performance.now();
    await sendFile(other, otherNote, await pdfOf([{ text: ['One'] }]), 'one.pdf').expect(201);
    expect(performance.now() - begun).toBeLessThan(7_000);
    const notShown = 'This page takes too long to be shown. Download the file to look at it.';
    expect((await looking).slice(0, 2)).toEqual([422, notShown]);
    // The first time may have been the machine's fault.
    expect((await look()).slice(0, 2)).toEqual([422, notShown]);
    const [status, detail, ms] = await look();
    expect([status, detail]).toEqual([422, notShown]);
    expect(ms).toBeLessThan(2_000);
  });
});

/** A PDF of one page and 5 kB: so many times the whole page is mixed with what lies below. */
function slowPdf(times: number): Buffer {
  const content = deflateSync(`/G gs\n${'0 0 612 792 re f\n'.repeat(times)}`);
  const objects = [
    Buffer.concat([Buffer.from(`<< /Filter /FlateDecode /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]),
    '<< /Type /ExtGState /ca 0.01 /BM /Luminosity >>',
    '<< /Type /Page /Parent 4 0 R /MediaBox [0 0 612 792] /Resources << /ExtGState << /G 2 0 R >> >> /Contents 1 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Catalog /Pages 4 0 R >>',
  ];
  const parts = objects.map((object, index) => Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from('trailer << /Size 6 /Root 5 0 R >>\n%%EOF\n')]);
}
