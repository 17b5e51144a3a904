import { refreshSession } from '@attune/shared-ui/runtime/host';
import { writeDraft } from '@attune/shared-ui/runtime';
import { fakeApi, sampleId } from '@attune/shared-ui/testing/fake-api';
import { fileUpload } from './file-upload';

it('says nothing of a waiting file to who signs in next in another tab', async () => {
  let id = 'ana';
  const sessionId = sampleId();
  fakeApi({
    'GET /api/auth/me': () => ({ json: { id, email: `${id}@example.org`, name: id, picture: null, user_type: 'therapist' } }),
    'GET /api/ai-meeting/session/{id}/blocks': () => ({ json: { session_id: sessionId, phase: 'queued', blocks: 2, stored: [0], block_bytes: 4 } }),
  });
  await refreshSession();
  writeDraft('ana', 'meeting-upload', { sessionId, name: 'Vera Lind.wav', size: 8, lastModified: 1 });
  await fileUpload.restore('ana');
  expect(fileUpload.now()).toMatchObject({ phase: 'file_needed', name: 'Vera Lind.wav' });
  id = 'ben';
  await refreshSession();
  expect(fileUpload.now()).toMatchObject({ phase: 'idle', name: '', session: undefined });
});
