import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleId } from '../../../test-kit';
import type { FilePage, FileReading } from '../file-reading.api';
import { FileText } from './file-text';

const noteId = sampleId();
const fileId = sampleId();
const SHOW = 'GET /api/therapist/session-notes/{id}/files/{id}/pages';
const CORRECT = 'PUT /api/therapist/session-notes/{id}/files/{id}/pages/1';
const RETRY = 'POST /api/therapist/session-notes/{id}/files/{id}/retry';

const page = (part: Partial<FilePage> = {}): FilePage => ({
  page: 1, engine: 'tesseract', instead_of_vision: null, confidence: 48, is_low_confidence: true, text: 'She slapt well', unsure: [{ start: 4, end: 9, confidence: 31, box: [] }], correction: null, version: 1, read_at: '2026-11-22T10:00:00.000Z', corrected_at: null, ...part,
});
const reading = (part: Partial<FileReading> = {}): FileReading => ({ file_id: fileId, processing_status: 'completed', page_count: 2, pages_read: 2, error_reason: null, error_message: null, pages: [page()], ...part });

let store: FileReading;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  store = reading();
  api = fakeApi({
    [SHOW]: () => ({ json: store }),
    [CORRECT]: ({ body }) => {
      const { text, version } = body as { text: string; version: number };
      const now = store.pages[0]!;
      if (version !== now.version) return problem(409, 'This page was corrected elsewhere meanwhile.');
      store = { ...store, pages: [{ ...now, correction: text, version: version + 1, corrected_at: '2026-11-22T11:00:00.000Z' }] };
      return { json: store.pages[0] };
    },
    [RETRY]: () => {
      store = { ...store, processing_status: 'processing', error_reason: null, error_message: null };
      return { json: {} };
    },
  });
});

const open = (locked = false) => renderScreen(<FileText noteId={noteId} fileId={fileId} page={1} locked={locked} />, '/dashboard');

it('asks to correct handwriting, marks what it is not sure of and says what read it', async () => {
  open();
  expect(await screen.findByText('Handwriting, low confidence, please correct')).toBeTruthy();
  expect(screen.getByText('slapt').tagName).toBe('MARK');
  expect(screen.getByText(/^Read on this machine \(Tesseract\), 48 % sure\. 1 word is marked/)).toBeTruthy();
});

it('saves a correction and keeps what was read beside it', async () => {
  const { user, toasts } = open();
  await user.click(await screen.findByRole('button', { name: 'Correct' }));
  const field = screen.getByLabelText('Corrected text');
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, 'She slept well');
  await user.click(screen.getByRole('button', { name: 'Save Correction' }));
  expect(await screen.findByText('She slept well')).toBeTruthy();
  expect(toasts).toEqual(['Correction saved']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Correct' }));
  await user.click(screen.getByRole('button', { name: 'Show what was read' }));
  expect(within(screen.getByRole('group', { name: 'As it was read' })).getByText('slapt')).toBeTruthy();
});

it('shows both texts when another window was quicker, and saves the own one as the newest', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Correct' }));
  const field = screen.getByLabelText('Corrected text');
  await user.clear(field);
  await user.type(field, 'Mine');
  store = { ...store, pages: [page({ correction: 'Theirs', version: 2 })] };
  await user.click(screen.getByRole('button', { name: 'Save Correction' }));
  expect(await screen.findByText('This page was corrected elsewhere meanwhile')).toBeTruthy();
  expect(await within(await screen.findByRole('region', { name: 'The other correction' })).findByText('Theirs')).toBeTruthy();
  expect(await within(screen.getByRole('region', { name: 'Your correction' })).findByText('Mine')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(store.pages[0]).toMatchObject({ correction: 'Mine', version: 3 }));
  expect(await screen.findByText('Corrected by you')).toBeTruthy();
});

it('tells how far the reading is, why it failed, and tries again', async () => {
  store = reading({ processing_status: 'error', error_reason: 'effort', error_message: 'This file takes too long to read.', pages_read: 0, pages: [] });
  const { user } = open();
  expect(await screen.findByText('This file takes too long to read.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Page 1 of 2')).toBeTruthy();
  expect(api.to(RETRY)).toHaveLength(1);
  store = reading();
  expect(await screen.findByText('slapt', undefined, { timeout: 4_000 })).toBeTruthy();
});

it('corrects nothing of a signed note, and says why a page was read here', async () => {
  store = reading({ pages: [page({ instead_of_vision: 'private_note', confidence: 90, is_low_confidence: false, unsure: [] })] });
  open(true);
  expect(await screen.findByText('Read on this machine (Tesseract), 90 % sure, since this note is private')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
});
