import { refreshSession } from '@attune/shared-ui/runtime/host';
import { fakeApi, sampleId } from '@attune/shared-ui/testing/fake-api';
import { pause, renderScreen } from '@attune/shared-ui/testing/render-screen';
import { act, screen } from '@testing-library/react';
import { NEW_NOTE } from './note-values';
import { useAutosave } from './use-autosave';

function Editor({ of }: { of: { draftId: string } }) {
  const { touch } = useAutosave({ of, values: () => ({ ...NEW_NOTE, content: 'She told me' }), stored: () => NEW_NOTE, hasDraft: false });
  return <button onClick={touch}>Type</button>;
}

it('has no last word in the name of somebody else who has signed in meanwhile', async () => {
  let id = 'ana';
  const KEEP = 'PUT /api/therapist/enhanced-session-notes/drafts/{id}';
  const api = fakeApi({
    'GET /api/auth/me': () => ({ json: { id, email: `${id}@example.org`, name: id, picture: null, user_type: 'therapist' } }),
    [KEEP]: () => ({ json: { stored: true, saved_at: '2026-11-27T10:00:00Z' } }),
  });
  await refreshSession();
  const { user, unmount } = renderScreen(<Editor of={{ draftId: sampleId() }} />);
  await user.click(screen.getByText('Type'));
  id = 'ben';
  await act(() => refreshSession());
  unmount();
  await pause();
  expect(api.to(KEEP)).toEqual([]);
});
