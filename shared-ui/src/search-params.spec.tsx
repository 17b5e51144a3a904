import { act, screen } from '@testing-library/react';
import { Link } from '@attune/shared-ui/runtime';
import { endSession, refreshSession } from './runtime/session-store';
import { fakeApi } from './testing/fake-api';
import { openPage, renderScreen } from './testing/render-screen';
import { useSearchParams, useWordsState } from './search-params';

function Search() {
  const [params, setParams] = useSearchParams();
  const stateOf = useWordsState();
  return (
    <>
      <p>{params.toString()}</p>
      <button onClick={() => setParams({ tab: 'notes', q: 'Vera', tag: 'affair' })}>Search</button>
      <button onClick={() => setParams((now) => new URLSearchParams([...now, ['page', '2']]))}>Next</button>
      <Link to="/list?tab=notes" state={stateOf({ q: 'Zoë' })}>
        Zoë
      </Link>
    </>
  );
}

const said = () => screen.getByRole('paragraph').textContent;

test('what is looked for never stands in the address, outlives a reload and a step to the next page, and not the session', async () => {
  fakeApi({ 'GET /api/auth/me': () => ({ json: { id: 'a', email: 'a@b.example', name: 'A', picture: null, user_type: 'therapist' } }) });
  const { user, unmount } = await openPage(Search, '/list');
  for (const name of ['Search', 'Next']) await user.click(screen.getByRole('button', { name }));
  expect([window.location.search, said()]).toEqual(['?tab=notes&page=2', 'tab=notes&page=2&q=Vera&tag=affair']);
  const { state } = window.history as { state: unknown };
  unmount();
  const reload = () => {
    const { unmount: close } = renderScreen(<Search />, '/list?tab=notes');
    window.history.replaceState(state, '');
    act(() => window.dispatchEvent(new PopStateEvent('popstate', { state })));
    const words = said();
    close();
    return words;
  };
  expect(reload()).toBe('tab=notes&q=Vera&tag=affair');
  act(() => endSession('logout'));
  expect(reload()).toBe('tab=notes');
});

test('an address with words is read and loses them; a link hands its own on', async () => {
  const { user } = renderScreen(<Search />, '/list?tab=notes&person=okonkwo');
  expect([window.location.search, said()]).toEqual(['?tab=notes', 'tab=notes&person=okonkwo']);
  await user.click(screen.getByRole('link'));
  expect([window.location.search, said()]).toEqual(['?tab=notes', 'tab=notes&q=Zo%C3%AB']);
});

test('who signs in where a session ran out unseen finds no words of it', async () => {
  let id = 'a';
  fakeApi({ 'GET /api/auth/me': () => ({ json: { id, email: `${id}@b.example`, name: id, picture: null, user_type: 'therapist' } }) });
  const { user, unmount } = await openPage(Search, '/list');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  const { state } = window.history as { state: unknown };
  const tab = sessionStorage.getItem('attune-search') ?? '';
  unmount();
  id = 'another';
  await act(() => refreshSession(true));
  // As it lies there when no page of ours was open meanwhile.
  sessionStorage.setItem('attune-search', tab);
  renderScreen(<Search />, '/list?tab=notes');
  window.history.replaceState(state, '');
  act(() => window.dispatchEvent(new PopStateEvent('popstate', { state })));
  expect(said()).toBe('tab=notes');
});
