import { connectToaster } from '@attune/shared-ui/runtime/host';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleAppointment } from '../../testing/samples';
import { useAppointmentDialogs } from './use-appointment-dialogs';

// What a browser without a line makes of it.
jest.mock('./components/cancel-dialog', () => {
  throw new Error('Loading chunk 454 failed.');
});

function Page() {
  const { open, dialog } = useAppointmentDialogs();
  return (
    <>
      <button onClick={() => open('cancel', sampleAppointment(3))}>Cancel</button>
      {dialog}
    </>
  );
}

test('a window that cannot be fetched leaves the page as it is, and says so', async () => {
  const toasts: string[] = [];
  connectToaster(({ text }) => toasts.push(text));
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(toasts).toEqual(['This could not be opened. Please check your connection and try again.']));
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
});
