import { screen, waitFor, within } from '@testing-library/react';
import { CALLS, notesPractice, openNotes, problem, sampleAnalyses, sampleAnalysis, sampleNote } from '../../../test-kit';

const CONTENT = "She slept better. She said she doesn't want to be here anymore.";
const ACCEPT = 'POST /api/therapist/session-notes/{id}/analysis/accept';
const START = 'POST /api/therapist/session-notes/{id}/analysis';

let api: ReturnType<typeof notesPractice>['api'];
let store: ReturnType<typeof notesPractice>['store'];
beforeEach(() => ({ api, store } = notesPractice([sampleNote({ content: CONTENT })])));

const open = () => openNotes(`/dashboard?tab=notes&note=${store.notes[0]!.id}`);
const panel = async () => within((await screen.findByRole('heading', { name: 'Analysis' })).closest('section') as HTMLElement);

it('starts, tells that it is under way, and shows what came of it, the cues first', async () => {
  let asked = 0;
  api.handlers[START] = () => ({ status: 202, json: sampleAnalyses({ draft: sampleAnalysis({ state: 'waiting', result: null, engine: null, engine_label: null }) }) });
  const { press } = open();
  expect(await (await panel()).findByText(/nothing of the note leaves it/)).toBeTruthy();
  api.handlers[CALLS.analysis] = () => ((asked += 1), { json: sampleAnalyses({ draft: sampleAnalysis() }) });
  await press('Analyse Note');
  const inside = await panel();
  expect(await inside.findByText('rule-based summary', undefined, { timeout: 4_000 })).toBeTruthy();
  expect(asked).toBeGreaterThan(0);
  expect(inside.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual(['Possible risk cues, check', 'Summary', 'Homework']);
  expect(inside.getByText('2 statements were left out, because nothing in the note supports them.')).toBeTruthy();
  expect(inside.getByText('Draft, not accepted')).toBeTruthy();
});

it('marks the sentence of the note that a statement rests on', async () => {
  store.analyses = sampleAnalyses({ draft: sampleAnalysis() });
  const { user } = open();
  const inside = await panel();
  const statement = await inside.findByRole('button', { name: 'Sleep is better.' });
  await user.click(statement);
  expect(document.querySelector('mark')?.textContent).toBe('She slept better.');
  expect(statement.getAttribute('aria-pressed')).toBe('true');
  expect(inside.getByText('Marked in the note: “She slept better.”')).toBeTruthy();
  await user.click(inside.getByRole('button', { name: /doesn't want to be here anymore/ }));
  expect(document.querySelector('mark')?.textContent).toBe("She said she doesn't want to be here anymore.");
  expect(statement.getAttribute('aria-pressed')).toBe('false');
});

it('accepts the summary in the therapist’s words, and says what was refused', async () => {
  store.analyses = sampleAnalyses({ draft: sampleAnalysis() });
  api.handlers[ACCEPT] = () => problem(409, 'The note was changed after this analysis.');
  const { user, press, toasts } = open();
  await press('Edit Summary');
  const field = await screen.findByLabelText('Summary to accept');
  await user.clear(field);
  await user.type(field, 'Slept well.');
  await press('Accept Summary');
  await waitFor(() => expect(toasts.at(-1)).toBe('The note was changed after this analysis.'));
  const bodies: unknown[] = [];
  api.handlers[ACCEPT] = ({ body }) => {
    bodies.push(body);
    store.notes[0]!.ai_summary = 'Slept well.';
    store.analyses = sampleAnalyses({ accepted: sampleAnalysis({ summary: 'Slept well.', accepted_at: '2026-11-21T12:00:00.000Z' }) });
    return { json: store.analyses };
  };
  await press('Accept Summary');
  await waitFor(() => expect(toasts.at(-1)).toBe('Summary accepted'));
  expect(bodies).toEqual([{ analysis_id: sampleAnalysis().id, summary: 'Slept well.' }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept Summary' })).toBeNull());
});

it('tells that the text was changed since, that the model failed, why there is none, and that private notes are left alone', async () => {
  store.analyses = sampleAnalyses({ draft: sampleAnalysis({ is_stale: true, model_failure: 'The language model took too long.' }) });
  const { unmount } = open();
  const inside = await panel();
  expect(await inside.findByText('The note was changed after this analysis')).toBeTruthy();
  expect(inside.getByText(/took too long\. What you see is the rule-based summary/)).toBeTruthy();
  expect((inside.getByRole('button', { name: 'Accept Summary' }) as HTMLButtonElement).disabled).toBe(true);
  unmount();

  store.analyses = sampleAnalyses({ draft: sampleAnalysis({ state: 'failed', failure: 'The analysis was interrupted.', result: null }) });
  const failed = open();
  expect(await (await panel()).findByText('The analysis was interrupted.')).toBeTruthy();
  expect((await panel()).getByRole('button', { name: 'Try Again' })).toBeTruthy();
  failed.unmount();

  store.analyses = sampleAnalyses({ refused: 'This note is private. Private notes are not analysed.' });
  open();
  expect(await (await panel()).findByText('This note is private. Private notes are not analysed.')).toBeTruthy();
  expect((await panel()).queryByRole('button')).toBeNull();
});

it('says what is sent to a language model before it is', async () => {
  store.analyses = sampleAnalyses({ next: { engine: 'openai', label: 'text-model', sent: 'Names are replaced: it is not anonymous.' } });
  open();
  expect(await (await panel()).findByText('Made by the language model text-model. Names are replaced: it is not anonymous.')).toBeTruthy();
});
