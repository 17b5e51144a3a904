import { screen, waitFor } from '@testing-library/react';
import { fakeApi, lost, renderScreen, sampleId } from '../../../test-kit';
import { anAccount, heardHere, sampleDeviceSession } from '../../../testing/heard-here';
import { deviceRecorder } from '../recorder/device-recorder';
import { Monitor } from './monitor';

afterEach(() => deviceRecorder.drop());

it('a session that is cancelled takes its own sound along, and none of what this window records meanwhile', async () => {
  const [here, elsewhere] = [sampleDeviceSession(), sampleDeviceSession({ status: 'joining', start_time: null })];
  let isAnswered = false;
  const cancelled = { ...elsewhere, status: 'cancelled' };
  let is = elsewhere;
  fakeApi({
    'POST /api/ai-meeting/device-sessions': () => ({ status: 201, json: here }),
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
