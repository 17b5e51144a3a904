import { act, screen } from '@testing-library/react';
import { renderScreen } from '../testing/render-screen';
import { useAddressPages } from './address-pages';

function List() {
  const { cursor = 'none', index, next, previous } = useAddressPages('log');
  return (
    <>
      <p>
        {index + 1}: {cursor}
      </p>
      <button onClick={() => next(`c${index + 2}`)}>Next</button>
      <button onClick={previous}>Previous</button>
    </>
  );
}

const press = async (user: ReturnType<typeof renderScreen>['user'], ...names: string[]) => {
  for (const name of names) await user.click(screen.getByRole('button', { name }));
};

test('a page stands in the address, outlives a reload, and the browser’s Back leads to the one before', async () => {
  const { user, unmount } = renderScreen(<List />, '/list?tab=x');
  await press(user, 'Next', 'Next');
  expect(screen.getByText('3: c3')).toBeTruthy();
  expect(window.location.search).toBe('?tab=x&log_page=3&log_after=c3');
  const { state } = window.history as { state: unknown };
  unmount();
  const { href } = window.location;
  const again = renderScreen(<List />, href);
  act(() => window.history.replaceState(state, '', href));
  expect(screen.getByText('3: c3')).toBeTruthy();
  act(() => window.dispatchEvent(new PopStateEvent('popstate', { state })));
  await press(again.user, 'Previous');
  expect(screen.getByText('2: c2')).toBeTruthy();
  await press(again.user, 'Previous');
  expect(window.location.search).toBe('?tab=x');
});

test('a page that a link opened leads on and back; whose way is unknown, to the first', async () => {
  const { user } = renderScreen(<List />, '/list?log_page=3&log_after=c3');
  await press(user, 'Next');
  expect(screen.getByText('4: c4')).toBeTruthy();
  await press(user, 'Previous');
  expect(screen.getByText('3: c3')).toBeTruthy();
  await press(user, 'Previous');
  expect(screen.getByText('1: none')).toBeTruthy();
});

test.each(['log_page=2', 'log_page=0&log_after=a', 'log_page=2&log_after=%3Cb%3E', 'log_after=c3'])('%s is no page', (query) => {
  renderScreen(<List />, `/list?${query}`);
  expect(screen.getByText('1: none')).toBeTruthy();
});
