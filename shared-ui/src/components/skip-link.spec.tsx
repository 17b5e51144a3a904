import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SkipLink } from './skip-link';

test('leads past the header, and leaves the address as it is', async () => {
  window.history.replaceState(null, '', '/manage#a-key');
  render(
    <>
      <SkipLink />
      <header>
        <button type="button">Menu</button>
      </header>
      <main>The page</main>
    </>,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(window.location.hash).toBe('#a-key');
});
