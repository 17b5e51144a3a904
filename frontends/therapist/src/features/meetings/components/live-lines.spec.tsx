import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleId, type SeenCall } from '../../../test-kit';
import type { LiveLines as Lines } from '../transcript.api';
import { LiveLines } from './live-lines';

const LIVE = 'GET /api/ai-meeting/session/{id}/transcript/live';
const id = sampleId();
const line = (seq: number, text = `Line ${seq}`): Lines['lines'][number] => ({ seq, start_seconds: seq * 61, text });

/** A server that is asked again and again. @returns what it was asked */
function open(first: Partial<Lines>) {
  let answer: Lines = { session_id: id, state: 'on', sentence: 'Lines appear about half a minute after they are said.', is_whole: true, cursor: '0.0', lines: [], ...first };
  const asked: SeenCall[] = [];
  const server = fakeApi({
    [LIVE]: (call) => {
      asked.push(call);
      return { json: answer };
    },
  });
  const { container } = renderScreen(<LiveLines id={id} />);
  const next = (part: Partial<Lines>): void => {
    answer = { ...answer, is_whole: false, ...part };
    look();
  };
  return { server, asked, next, container };
}

const look = () => fireEvent(window, new Event('visibilitychange'));
const log = () => screen.findByRole('log', { name: 'What was said' });
const said = async () => [...(await log()).querySelectorAll('p')].map(({ textContent }) => textContent);

it('says when lines come, adds those that are new, and replaces all where sound came late', async () => {
  const { next, asked } = open({});
  expect(await screen.findByText('Lines appear about half a minute after they are said.')).toBeTruthy();
  expect(await said()).toEqual([]);
  next({ cursor: '0.2', lines: [line(1), line(2)] });
  await waitFor(async () => expect(await said()).toEqual(['1:01 Line 1', '2:02 Line 2']));
  next({ cursor: '0.3', lines: [line(3)] });
  await waitFor(async () => expect(await said()).toHaveLength(3));
  expect(asked.map(({ query }) => query.get('after'))).toEqual([null, '0.0', '0.2']);
  next({ is_whole: true, cursor: '1.1', lines: [line(1, 'Heard anew')] });
  await waitFor(async () => expect(await said()).toEqual(['1:01 Heard anew']));
});

it('shows the newest line, and leaves whoever has scrolled back where they are', async () => {
  const { next } = open({ cursor: '0.1', lines: [line(1)] });
  const box = await log();
  let height = 1_000;
  Object.defineProperties(box, { scrollHeight: { get: () => height }, clientHeight: { value: 200 } });
  next({ cursor: '0.2', lines: [line(2)] });
  await waitFor(() => expect(box.scrollTop).toBe(1_000));
  box.scrollTop = 300;
  fireEvent.scroll(box);
  height = 1_200;
  next({ cursor: '0.3', lines: [line(3)] });
  await waitFor(async () => expect(await said()).toHaveLength(3));
  expect(box.scrollTop).toBe(300);
});

it('says in words that lines come later, that none come, and that they could not be loaded; what is there stays', async () => {
  const { next, server } = open({ cursor: '0.1', lines: [line(1)] });
  await log();
  next({ state: 'late', sentence: 'Lines come later. The recording goes on, and nothing of it is lost.', lines: [] });
  expect((await screen.findByText(/^Lines come later/)).closest('[role="status"]')).toBeTruthy();
  expect(await said()).toHaveLength(1);
  server.handlers[LIVE] = () => problem(503, 'Away.');
  look();
  expect(await screen.findByText(/^The lines cannot be loaded just now/, undefined, { timeout: 10_000 })).toBeTruthy();
  expect(await said()).toHaveLength(1);
});

it('where the setting is off there is no log, only the sentence; once it is over there is nothing', async () => {
  const { next } = open({ state: 'off', sentence: 'Real-time notes are switched off for this session.' });
  expect(await screen.findByText('Real-time notes are switched off for this session.')).toBeTruthy();
  expect(screen.queryByRole('log')).toBeNull();
  next({ state: 'over', is_whole: true });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Real-time notes' })).toBeNull());
});
