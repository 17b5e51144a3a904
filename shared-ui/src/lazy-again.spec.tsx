import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { lazyAgain } from './lazy-again';

test('code that could not be fetched is asked for again, and the page around it stays', async () => {
  let failures = 1;
  const Part = lazyAgain<{ name: string }>(async () => {
    if (failures-- > 0) throw new Error('Loading chunk 7 failed.');
    return { default: ({ name }: { name: string }) => <p>{name} is here</p> };
  });
  render(
    <>
      <p>Around it</p>
      <Suspense fallback={<p>Coming</p>}>
        <Part name="The step" />
      </Suspense>
    </>,
  );
  expect(screen.getByText('Coming')).toBeTruthy();
  expect(await screen.findByText('The step is here')).toBeTruthy();
  expect(screen.getByText('Around it')).toBeTruthy();
});
