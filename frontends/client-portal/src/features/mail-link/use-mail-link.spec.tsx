import { renderScreen } from '@attune/shared-ui/testing/render-screen';
import { act, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { useMailLink } from './use-mail-link';

it('keeps the link when the page is drawn a second time before it stands', async () => {
  let arrive = () => {};
  const late = new Promise<void>((resolve) => (arrive = resolve));
  const Page = () => {
    const { link } = useMailLink();
    use(late);
    return <p>{link?.token ?? 'no link'}</p>;
  };
  const page = (
    <Suspense fallback="waiting">
      <Page />
    </Suspense>
  );
  await act(async () => void renderScreen(page, '/client/login#token=secret'));
  screen.getByText('waiting');
  await act(async () => arrive());
  screen.getByText('secret');
  expect(window.location.hash).toBe('');
});
