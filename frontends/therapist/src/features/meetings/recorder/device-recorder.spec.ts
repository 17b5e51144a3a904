import { waitFor } from '@testing-library/react';
import { fakeApi, lost, problem, sampleId, type SeenCall } from '../../../test-kit';
import { anAccount, heardHere, sampleDeviceKey, sampleDeviceSession } from '../../../testing/heard-here';
import { DeviceRecorder } from './device-recorder';

it.each([
  [403, 'You may not do this.'],
  [404, 'This session does not exist.'],
])('sound that the server does not take from whoever is signed in by now (%i) stays sealed here, and is sent once its owner is back', async (status, sentence) => {
  const session = sampleDeviceSession();
  const [owner, other] = [anAccount(), anAccount()];
  let signedIn = owner;
  const answer = (json: object) => (): object => (signedIn === owner ? { json } : problem(status, sentence));
  const server = fakeApi({
    'POST /api/ai-meeting/device-sessions': () => ({ status: 201, json: session }),
    'GET /api/ai-meeting/session/{id}/device-key': sampleDeviceKey,
    'GET /api/ai-meeting/session/{id}/status': answer(session),
    'PUT /api/ai-meeting/session/{id}/chunks/1/0': answer({ ...session, status: 'recording' }),
    'PUT /api/ai-meeting/session/{id}/chunks/1/1': answer({ ...session, status: 'recording' }),
  });
  const recorder = new DeviceRecorder();
  const { hear } = heardHere();
  const sent = (seq: number): SeenCall[] => server.to(`PUT /api/ai-meeting/session/{id}/chunks/1/${seq}`);
  await recorder.begin(owner, { consent_id: sampleId(), session_duration_minutes: 60, audio_quality: 'low', enable_real_time_notes: false, enable_post_meeting_analysis: false });
  hear();
  await waitFor(() => expect(recorder.now().waiting).toBe(0));

  // In another tab of this browser.
  signedIn = other;
  hear();
  await waitFor(() => expect(recorder.now()).toMatchObject({ phase: 'idle', refusal: sentence }));
  await recorder.belongTo(other);
  await recorder.restore(other);
  expect([recorder.now().phase, sent(1).length]).toEqual(['idle', 1]);

  signedIn = owner;
  await recorder.restore(owner);
  expect(recorder.now()).toMatchObject({ phase: 'interrupted', session: { session_id: session.session_id } });
  await waitFor(() => expect([recorder.now().waiting, sent(0).length, sent(1).length]).toEqual([0, 1, 2]));
});

it('after a sign-out nothing on this device opens the sound that waits: it goes once the server has told its owner the key anew', async () => {
  const session = sampleDeviceSession();
  let is: 'lost' | 'signed out' | 'signed in' = 'lost';
  const taken = (): object => (is === 'lost' ? lost() : is === 'signed out' ? problem(401, 'Please sign in.') : { json: session });
  const server = fakeApi({
    'POST /api/ai-meeting/device-sessions': () => ({ status: 201, json: session }),
    'GET /api/ai-meeting/session/{id}/device-key': () => (is === 'signed out' ? problem(401, 'Please sign in.') : sampleDeviceKey()),
    'PUT /api/ai-meeting/session/{id}/chunks/1/0': taken,
    'PUT /api/ai-meeting/session/{id}/chunks/1/1': taken,
  });
  const asked = (): number => server.to('GET /api/ai-meeting/session/{id}/device-key').length;
  const recorder = new DeviceRecorder();
  const { hear } = heardHere();
  await recorder.begin(anAccount(), { consent_id: sampleId(), session_duration_minutes: 60, audio_quality: 'low', enable_real_time_notes: false, enable_post_meeting_analysis: false });
  hear();
  hear();
  await waitFor(() => expect(recorder.now()).toMatchObject({ line: 'lost', waiting: 4 }));
  expect(asked()).toBe(1);

  await recorder.lock();
  is = 'signed out';
  hear();
  recorder.tryNow();
  await waitFor(() => expect(recorder.now()).toMatchObject({ phase: 'interrupted', line: 'signed_out' }));
  is = 'signed in';
  recorder.tryNow();
  await waitFor(() => expect(server.to('PUT /api/ai-meeting/session/{id}/chunks/1/1')).toHaveLength(1));
  expect(asked()).toBe(2);
});
