import { screen, waitFor } from '@testing-library/react';
import { fakeApi, lost, renderScreen, sampleId } from '../../../test-kit';
import { anAccount, heardHere, sampleDeviceKey, sampleDeviceSession } from '../../../testing/heard-here';
import { deviceRecorder, type RecorderState } from '../recorder/device-recorder';
import type { SessionStatus } from '../recording.api';
import { Monitor } from './monitor';

afterEach(() => deviceRecorder.drop());

it('a session that is cancelled takes its own sound along, and none of what this window records meanwhile', async () => {
  const [here, elsewhere] = [sampleDeviceSession(), sampleDeviceSession({ status: 'joining', start_time: null })];
  let isAnswered = false;
  const cancelled = { ...elsewhere, status: 'cancelled' };
  let is = elsewhere;
  fakeApi({
    'POST /api/ai-meeting/device-sessions': () => ({ status: 201, json: here }),
    'GET /api/ai-meeting/session/{id}/device-key': sampleDeviceKey,
    'PUT /api/ai-meeting/session/{id}/chunks/1/0': () => (isAnswered ? { json: here } : lost()),
    'GET /api/ai-meeting/session/{id}/status': ({ path }) => ({ json: path.includes(here.session_id) ? here : is }),
    'POST /api/ai-meeting/session/{id}/cancel': () => ({ json: (is = cancelled as typeof is) }),
    'GET /api/ai-meeting/sessions': () => ({ json: [here, elsewhere] }),
  });
  const { hear } = heardHere();
  await deviceRecorder.begin(anAccount(), { consent_id: sampleId(), session_duration_minutes: 60, audio_quality: 'low', enable_real_time_notes: false, enable_post_meeting_analysis: false });
  hear();
  const { user } = renderScreen(<Monitor sessionId={elsewhere.session_id} onResults={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByRole('heading', { name: 'Cancelled' });
  expect(deviceRecorder.now()).toMatchObject({ phase: 'recording', session: { session_id: here.session_id }, waiting: 2 });
  isAnswered = true;
  deviceRecorder.tryNow();
  await waitFor(() => expect(deviceRecorder.now().waiting).toBe(0));
});

/** As the server knew it when it was asked last: loud, and recording. */
const LOUD = sampleDeviceSession({ recorded_seconds: 61, level: 1 });
const id = LOUD.session_id;

/** @returns what stands beside 'Level', where there is one */
async function levelOf(part: Partial<SessionStatus>, phase?: RecorderState['phase']): Promise<string | undefined> {
  fakeApi({
    'GET /api/ai-meeting/sessions': () => ({ json: [] }),
    'GET /api/ai-meeting/session/{id}/status': () => ({ json: { ...LOUD, ...part } }),
    'GET /api/ai-meeting/session/{id}/transcript/live': () => ({ json: { session_id: id, state: 'off', sentence: 'Off.', is_whole: true, cursor: '0.0', lines: [] } }),
  });
  const state = deviceRecorder.now();
  const here = phase && { ...state, phase, session: { ...LOUD, seq: 0 } as unknown as RecorderState['session'] };
  if (here) jest.spyOn(deviceRecorder, 'now').mockReturnValue(here);
  const { unmount } = renderScreen(<Monitor sessionId={id} onResults={() => undefined} />);
  await screen.findByText('1:01');
  const level = screen.queryByText('Level')?.nextElementSibling?.textContent ?? undefined;
  unmount();
  jest.restoreAllMocks();
  return level;
}

it('shows a level only while something is heard: not the last one when this window, or the server, hears nothing more, and none after the end', async () => {
  expect(await levelOf({})).toBe('100 %');
  expect(await levelOf({}, 'recording')).toBe('100 %');
  for (const phase of ['interrupted', 'paused', 'ending'] as const) expect(await levelOf({}, phase)).toBe('No sound');
  expect(await levelOf({ status: 'joining', is_interrupted: true, level: null })).toBe('No sound');
  expect(await levelOf({ status: 'joining', is_paused: true })).toBe('No sound');
  for (const status of ['processing', 'completed'] as const) expect(await levelOf({ status, phase: status, end_time: '2026-11-27T10:01:01.000Z' })).toBeUndefined();
});

it('shows the words of its notetaker, and what to do about any other one', async () => {
  const session = sampleDeviceSession({ route: 'bot', phase: 'lobby', status: 'joining', start_time: null, notetaker_words: 'maple seven' });
  fakeApi({
    'GET /api/ai-meeting/sessions': () => ({ json: [] }),
    'GET /api/ai-meeting/session/{id}/status': () => ({ json: session }),
    'GET /api/ai-meeting/session/{id}/transcript/live': () => ({ json: { session_id: session.session_id, state: 'off', sentence: 'Off.', is_whole: true, cursor: '0.0', lines: [] } }),
  });
  renderScreen(<Monitor sessionId={session.session_id} onResults={() => undefined} />);
  expect((await screen.findByText('maple seven')).closest('p')?.textContent).toBe('Words of your notetaker: maple seven');
  expect(screen.getByText(/Let in no notetaker with other words/)).toBeTruthy();
});
