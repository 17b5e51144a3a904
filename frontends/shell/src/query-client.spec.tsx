import { ApiError, useQuery } from '@attune/shared-ui/runtime';
import { QueryClientProvider } from '@attune/shared-ui/runtime/host';
import { act, render, screen } from '@testing-library/react';
import { createQueryClient } from './query-client';

let answers: (string | number)[] = [];
let asked = 0;

function List() {
  const { data = 'nothing', isError } = useQuery({
    queryKey: ['list'],
    queryFn: () => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(new ApiError(answer ?? 0, 'No.'));
    },
    // As the lists of the administrator's area are: read once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <p>
      {data}
      {isError && ', failed'}
    </p>
  );
}

async function open(...given: (string | number)[]): Promise<void> {
  answers = given;
  asked = 0;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <List />
    </QueryClientProvider>,
  );
  await act(() => Promise.resolve());
}

async function goAwayAndBack(): Promise<void> {
  await act(async () => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await Promise.resolve();
  });
}

test('a list that could not be read offline comes by itself when the line is back', async () => {
  await open(0, 'the list');
  expect(await screen.findByText('nothing, failed')).toBeTruthy();
  await goAwayAndBack();
  expect(await screen.findByText('the list')).toBeTruthy();
});

test('what was read, and what was refused, is not asked for again', async () => {
  await open('the list', 'another');
  expect(await screen.findByText('the list')).toBeTruthy();
  await goAwayAndBack();
  expect(asked).toBe(1);
  document.body.replaceChildren();
  await open(403, 'the list');
  await goAwayAndBack();
  expect(asked).toBe(1);
});
