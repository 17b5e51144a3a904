import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleAnalyses, sampleAnalysis, sampleId } from '../../../test-kit';
import type { FilePage, FileReading } from '../file-reading.api';
import { FileText } from './file-text';

const noteId = sampleId();
const fileId = sampleId();
const SHOW = 'GET /api/therapist/session-notes/{id}/files/{id}/pages';
const CORRECT = 'PUT /api/therapist/session-notes/{id}/files/{id}/pages/1';
const ANALYSIS = 'GET /api/therapist/session-notes/{id}/files/{id}/analysis';
const ACCEPT = 'POST /api/therapist/session-notes/{id}/files/{id}/analysis/accept';
const RETRY = 'POST /api/therapist/session-notes/{id}/files/{id}/retry';

const page = (part: Partial<FilePage> = {}): FilePage => ({
  page: 1, engine: 'tesseract', instead_of_vision: null, confidence: 48, is_low_confidence: true, text: 'She slapt well', unsure: [{ start: 4, end: 9, confidence: 31, box: [] }], correction: null, version: 1, read_at: '2026-11-22T10:00:00.000Z', corrected_at: null, ...part,
});
const reading = (part: Partial<FileReading> = {}): FileReading => ({ file_id: fileId, processing_status: 'completed', page_count: 2, pages_read: 2, error_reason: null, error_message: null, remark: null, pages: [page()], ...part });

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
    [ANALYSIS]: () => ({ json: sampleAnalyses() }),
    [RETRY]: () => {
      store = { ...store, processing_status: 'processing', error_reason: null, error_message: null };
      return { json: {} };
    },
  });
});

const open = (locked = false, onTurn?: (page: number) => void) => renderScreen(<FileText noteId={noteId} fileId={fileId} page={1} locked={locked} onTurn={onTurn} />, '/dashboard');

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
  expect(await within(await screen.findByRole('region', { name: 'The saved one' })).findByText('Theirs')).toBeTruthy();
  expect(await within(screen.getByRole('region', { name: 'Yours' })).findByText('Mine')).toBeTruthy();
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

it('says that not all of its text was read', async () => {
  store = reading({ remark: 'The rest was not read.' });
  open();
  expect(await screen.findByText('The rest was not read.')).toBeTruthy();
});

it('corrects nothing of a signed note, and says why a page was read here', async () => {
  store = reading({ pages: [page({ instead_of_vision: 'private_note', confidence: 90, is_low_confidence: false, unsure: [] })] });
  open(true);
  expect(await screen.findByText('Read on this machine (Tesseract), 90 % sure, since this note is private')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Correct' })).toBeNull();
});

describe('what an engine makes of the file', () => {
  const place = (quote: string, page_: number, start = 0) => ({ quote, start, end: start + quote.length, page: page_ });
  const result = {
    ...sampleAnalysis().result!,
    summary: [{ text: 'Sleep is better.', citations: [place('She slapt well', 1)] }],
    homework: [{ text: 'Walk every day.', citations: [place('Walk every day.', 2)] }],
    risk_cues: [],
  };
  beforeEach(() => {
    store = reading({ pages: [page(), page({ page: 2, text: 'Walk every day.', unsure: [], is_low_confidence: false })] });
    api.handlers[ANALYSIS] = () => ({ json: sampleAnalyses({ draft: sampleAnalysis({ result }) }) });
  });

  it('leads to the page and the sentence that a statement rests on, and words that are not sure stay marked', async () => {
    const turned: number[] = [];
    const { user } = open(false, (to) => turned.push(to));
    const panel = within((await screen.findByRole('heading', { name: 'Analysis of This File' })).closest('section') as HTMLElement);
    await user.click(await panel.findByRole('button', { name: 'Sleep is better.' }));
    expect(panel.getByText('Marked on page 1: “She slapt well”')).toBeTruthy();
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['She slapt well', 'slapt']);
    await user.click(panel.getByRole('button', { name: 'Walk every day.' }));
    expect(panel.getByText('Marked on page 2: “Walk every day.”')).toBeTruthy();
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['slapt']);
    expect(turned).toEqual([1, 2]);
  });

  it('is accepted for the file, and a correction makes it be asked for anew', async () => {
    let asked = 0;
    const bodies: unknown[] = [];
    const stale = sampleAnalyses({ draft: sampleAnalysis({ result, is_stale: true }) });
    api.handlers[ACCEPT] = ({ body }) => (bodies.push(body), { json: sampleAnalyses({ accepted: sampleAnalysis({ result, summary: 'Better.', accepted_at: '2026-11-22T12:00:00.000Z' }) }) });
    const { user, toasts } = open();
    await user.click(await screen.findByRole('button', { name: 'Accept Summary' }));
    await waitFor(() => expect(toasts.at(-1)).toBe('Summary accepted'));
    expect(bodies).toEqual([{ analysis_id: sampleAnalysis().id, summary: 'Sleep is better.' }]);
    api.handlers[ANALYSIS] = () => ((asked += 1), { json: stale });
    await user.click(screen.getByRole('button', { name: 'Correct' }));
    await user.type(screen.getByLabelText('Corrected text'), ' again');
    await user.click(screen.getByRole('button', { name: 'Save Correction' }));
    expect(await screen.findByText('What was read was corrected after this analysis')).toBeTruthy();
    expect(asked).toBe(1);
  });

  it('is not asked for before the file is read', async () => {
    store = reading({ processing_status: 'processing', pages_read: 1 });
    open();
    await screen.findByText(/1 of 2|page 1/i);
    expect(screen.queryByRole('heading', { name: 'Analysis of This File' })).toBeNull();
  });
});
