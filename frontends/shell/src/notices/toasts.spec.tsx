import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toast } from '@attune/shared-ui/runtime';
import { BrowserRouter } from '@attune/shared-ui/runtime/host';
import Toasts from './toasts';

beforeEach(() => {
  render(
    <BrowserRouter>
      <Toasts />
      <input aria-label="Name" />
      <button type="button" aria-pressed="false">
        09:00
      </button>
    </BrowserRouter>,
  );
});

test.each([
  ['something is typed', () => fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'N' } })],
  ['a time is chosen', () => fireEvent.click(screen.getByRole('button', { name: '09:00' }))],
  ['it worked after all', () => toast.success('Saved')],
])('a failure is no longer told once %s; other news stay', async (when, mend) => {
  toast.info(`By the way, ${when}`);
  toast.error('Please select a time');
  await screen.findByText('Please select a time');
  mend();
  await waitFor(() => expect(screen.queryByText('Please select a time')).toBeNull());
  expect(screen.getByText(`By the way, ${when}`)).toBeTruthy();
});
