import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LineChart } from './line-chart';

const points = [
  { at: 0, name: '1 Sep 2026', value: 18, mark: 'Item 9 above zero' },
  { at: 10, name: '1 Oct 2026', value: 9 },
];

function draw() {
  render(
    <LineChart
      title="Score over time"
      points={points}
      ticks={[0, 10, 20, 27]}
      formatValue={(value) => `${value} of 27`}
      table={{
        rows: points,
        rowKey: ({ name }) => name,
        columns: [
          { key: 'day', header: 'Day', cell: ({ name }) => name },
          { key: 'score', header: 'Score', cell: ({ value }) => value },
        ],
      }}
    />,
  );
}

test('says every value, and what must not be missed, to those who do not see the line', async () => {
  draw();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual([
    'View as table',
    '1 Sep 2026: 18 of 27. Item 9 above zero',
    '1 Oct 2026: 9 of 27',
  ]);
  expect(screen.queryByText('18 of 27')).toBeNull();
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByText('18 of 27').parentElement?.textContent).toBe('18 of 271 Sep 2026Item 9 above zero');
});

test('turns into a table', async () => {
  draw();
  await userEvent.click(screen.getByRole('button', { name: 'View as table' }));
  expect(within(screen.getByRole('row', { name: /1 Oct 2026/ })).getByRole('cell').textContent).toBe('9');
});
