import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi, renderScreen, sampleId } from '../../../test-kit';
import type { Transcript } from '../transcript.api';
import { TranscriptCard } from './transcript-card';

const SHOW = 'GET /api/ai-meeting/session/{id}/transcript';
const id = sampleId();

function sample(part: Partial<Transcript>): Transcript {
  return {
    session_id: id,
    state: 'running',
    sentence: 'The transcript is being made.',
    failure_code: null,
    failure: null,
    refused: null,
    model: null,
    has_times: true,
    done_seconds: 240,
    sound_seconds: 600,
    has_sound: true,
    created_at: '2026-11-26T10:00:00.000Z',
    finished_at: null,
    accepted_at: null,
    kept_until: null,
    version: '0.1',
    lines_are_known: false,
    lines: [],
    ...part,
  };
}

it('while it is made, lines that are here are not sent again, and stay', async () => {
  const line = { id: sampleId(), seq: 1, start_seconds: 4, end_seconds: 8, stretch: 1, speaker: null, text: 'I slept better.', original: null, version: 1, corrected_at: null };
  const server = fakeApi({ [SHOW]: ({ query }) => ({ json: query.get('known') === '0.1' ? sample({ done_seconds: 300, lines_are_known: true }) : sample({ lines: [line] }) }) });
  renderScreen(<TranscriptCard id={id} shown={undefined} lineId={(each) => each} />);
  expect(await screen.findByText('I slept better.')).toBeTruthy();
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(() => expect(screen.getByText(/^5:00 of 10:00/)).toBeTruthy(), { timeout: 10_000 });
  expect(screen.getByText('I slept better.')).toBeTruthy();
  expect(server.to(SHOW).map(({ query }) => query.get('known'))).toEqual([null, '0.1']);
});
