import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { CALLS, held, notesPractice, openNotes, problem, sampleFile, sampleNote } from '../../../test-kit';

let api: ReturnType<typeof notesPractice>['api'];
let store: ReturnType<typeof notesPractice>['store'];

beforeEach(() => {
  ({ api, store } = notesPractice());
  globalThis.URL.createObjectURL = () => 'blob:page';
  globalThis.URL.revokeObjectURL = () => undefined;
});

async function openNote(part: Parameters<typeof sampleNote>[0] = {}) {
  store.notes = [sampleNote(part)];
  const view = openNotes(`/dashboard?tab=notes&note=${store.notes[0]!.id}`);
  const region = within(await screen.findByRole('region', { name: 'Files' }));
  return { ...view, region };
}
const picture = (name = 'page.jpg', size = 4): File => new File([new Uint8Array(size)], name, { type: 'image/jpeg' });
const rows = async () => within(await screen.findByRole('list', { name: 'Files of this note' })).getAllByRole('listitem');

it('lists each file with name, type, size in kilobytes, status, text and analysis', async () => {
  store.files = [
    sampleFile({ filename: 'page.jpg', extracted_text: 'Slept badly.', ai_analysis: 'Sleep is a theme.' }),
    sampleFile({ filename: 'letter.pdf', file_type: 'pdf', file_size: 2_412_345, page_count: 3, processing_status: 'error', error_reason: 'This file takes too long to read.' }),
    sampleFile({ filename: 'new.png', processing_status: 'processing' }),
  ];
  await openNote();
  const [page, letter, fresh] = (await rows()).map((row) => within(row));
  for (const text of ['page.jpg', 'Image · 402.7 KB', 'Completed', 'Extracted text', 'Slept badly.', 'AI analysis', 'Sleep is a theme.']) expect(page!.getByText(text)).toBeTruthy();
  for (const text of ['PDF · 2,355.8 KB · 3 pages', 'Error', 'This file takes too long to read.']) expect(letter!.getByText(text)).toBeTruthy();
  expect(fresh!.getByText('Processing')).toBeTruthy();
});

it('takes several files, says how far each is, and follows them until they are read', async () => {
  const { region, toasts, user } = await openNote();
  const first = held();
  const answer = api.handlers[CALLS.upload]!;
  api.handlers[CALLS.upload] = async (call) => {
    await first.answer;
    return answer(call);
  };
  await user.upload(region.getByLabelText('Add photos or PDFs'), [picture('one.jpg'), picture('two.jpg')]);
  expect(await region.findByText('50% uploaded')).toBeTruthy();
  expect(region.getByText('Waiting for its turn')).toBeTruthy();
  first.release({});
  await waitFor(() => expect(api.to(CALLS.upload)).toHaveLength(2));
  expect(new Set(api.to(CALLS.upload).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2);
  await waitFor(() => expect(toasts.filter((text) => text === 'File uploaded successfully')).toHaveLength(2));
  store.files = store.files.map((file) => ({ ...file, processing_status: 'completed', extracted_text: 'Read.' }));
  await waitFor(() => expect(region.getAllByText('Read.')).toHaveLength(2), { timeout: 5_000 });
  expect(api.to(CALLS.files).every(({ headers }) => headers.get('X-Background') === '1')).toBe(true);
});

it('says why a file was refused, and tries it again under the same key', async () => {
  const { region, toasts, user, press } = await openNote();
  const answer = api.handlers[CALLS.upload]!;
  for (const [refusal, toast] of [
    [() => problem(415, 'This file is damaged and cannot be read.'), 'Error uploading file: This file is damaged and cannot be read.'],
    [() => ({ status: 500, json: {} }), 'Error uploading file: Failed to upload file'],
  ] as const) {
    api.handlers[CALLS.upload] = refusal;
    await user.upload(region.getByLabelText('Add photos or PDFs'), picture());
    await waitFor(() => expect(toasts).toContain(toast));
    await press('Remove page.jpg');
  }
  api.handlers[CALLS.upload] = () => problem(503, 'Files cannot be kept or fetched just now.');
  await user.upload(region.getByLabelText('Add photos or PDFs'), picture());
  expect(await region.findByText('Files cannot be kept or fetched just now.')).toBeTruthy();
  api.handlers[CALLS.upload] = answer;
  await press('Try page.jpg again');
  await waitFor(() => expect(store.files).toHaveLength(1));
  const keys = api.to(CALLS.upload).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys.at(-1)).toBe(keys.at(-2));
});

it('opens the phone’s camera, and lets a photograph go that is on its way; the next one is sent', async () => {
  const { region, toasts, user, press } = await openNote();
  const camera = region.getByLabelText('Take a Photo');
  expect([camera.getAttribute('capture'), camera.getAttribute('accept')]).toEqual(['environment', 'image/*']);
  const first = held();
  const answer = api.handlers[CALLS.upload]!;
  api.handlers[CALLS.upload] = async (call) => {
    await first.answer;
    return answer(call);
  };
  await user.upload(camera, [picture('blurred.jpg')]);
  expect(await region.findByText('50% uploaded')).toBeTruthy();
  await press('Remove blurred.jpg');
  expect(region.queryByText('blurred.jpg')).toBeNull();
  first.release({});
  api.handlers[CALLS.upload] = answer;
  await user.upload(camera, [picture('sharp.jpg')]);
  await waitFor(() => expect(toasts.filter((text) => text === 'File uploaded successfully')).toHaveLength(1));
  expect(toasts.filter((text) => text.startsWith('Error uploading'))).toEqual([]);
});

it('sends no file that is too large', async () => {
  const { region, toasts, user } = await openNote();
  await user.upload(region.getByLabelText('Add photos or PDFs'), picture('huge.jpg', 20 * 1024 * 1024 + 1));
  await waitFor(() => expect(toasts).toContain('Error uploading file: This file is too large. Please use one of at most 20 MB.'));
  expect(api.to(CALLS.upload)).toEqual([]);
});

it('takes what is pasted and dropped, but not what is pasted into a text', async () => {
  const { region } = await openNote();
  const clipboardData = { files: [picture('pasted.png')] };
  const text = document.body.appendChild(document.createElement('textarea'));
  fireEvent.paste(text, { clipboardData });
  text.remove();
  expect(api.to(CALLS.upload)).toEqual([]);
  fireEvent.paste(document.body, { clipboardData });
  await waitFor(() => expect(api.to(CALLS.upload)).toHaveLength(1));
  fireEvent.drop(region.getByLabelText('Add photos or PDFs').parentElement!, { dataTransfer: { files: [picture('dropped.png')] } });
  await waitFor(() => expect(api.to(CALLS.upload)).toHaveLength(2));
});

it('asks before a file is destroyed, with the focus on the safe button', async () => {
  store.files = [sampleFile()];
  const { press, toasts } = await openNote();
  await press('Delete page.jpg');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this file?' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep file' }));
  expect(api.to(CALLS.removeFile)).toEqual([]);
  await press('Delete');
  await waitFor(() => expect(screen.queryByText('page.jpg')).toBeNull());
  expect(toasts).toContain('File deleted successfully');
});

it('is read again where that failed', async () => {
  store.files = [sampleFile({ processing_status: 'error', error_reason: 'This file is damaged and cannot be read.' })];
  const { press } = await openNote();
  await press('Retry page.jpg');
  expect(await screen.findByText('Processing')).toBeTruthy();
});

it('keeps its files as they are while the note is signed', async () => {
  store.files = [sampleFile()];
  const { region } = await openNote({ status: 'signed', signed_at: '2026-11-21T12:00:00.000Z', signed_by: 'Dr. Okonkwo' });
  expect(region.getByText('This note is signed, so its files stay as they are.')).toBeTruthy();
  expect(region.queryByLabelText('Add photos or PDFs')).toBeNull();
  expect(region.queryByRole('button', { name: 'Delete page.jpg' })).toBeNull();
  expect(region.getByRole('button', { name: 'View page.jpg' })).toBeTruthy();
});

it('is viewed page by page, by keys too', async () => {
  store.files = [sampleFile({ filename: 'letter.pdf', file_type: 'pdf', page_count: 3 })];
  const page = 'GET /api/therapist/session-notes/{id}/files/{id}/pages/';
  for (const number of [1, 2, 3]) api.handlers[`${page}${number}/image`] = () => ({ json: {} });
  const { press, user } = await openNote();
  await press('View letter.pdf');
  const viewer = within(await screen.findByRole('dialog', { name: 'letter.pdf' }));
  const image = (name: string) => viewer.findByRole('img', { name });
  fireEvent.load(await image('Page 1 of letter.pdf'));
  expect(viewer.getByText('Page 1 of 3')).toBeTruthy();
  expect(viewer.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true');
  await press('Next page');
  expect(await image('Page 2 of letter.pdf')).toBeTruthy();
  await user.keyboard('{ArrowRight}');
  expect(await image('Page 3 of letter.pdf')).toBeTruthy();
  await user.keyboard('{ArrowRight}');
  expect(viewer.getByText('Page 3 of 3')).toBeTruthy();
  await user.keyboard('++r');
  expect(viewer.getByText('200%')).toBeTruthy();
  expect((await image('Page 3 of letter.pdf')).style.transform).toContain('rotate(90deg)');
  await press(/fit to width$/);
  await user.keyboard('{Home}');
  expect(await image('Page 1 of letter.pdf')).toBeTruthy();
  expect(viewer.getByText('100%')).toBeTruthy();
});
