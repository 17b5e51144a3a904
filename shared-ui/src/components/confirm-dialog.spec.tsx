import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';

function Row({ onConfirm, loading = false }: { onConfirm: () => void; loading?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <button onClick={() => setOpen(true)}>Cancel</button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel appointment"
        body="Cancel this appointment? The client will be told."
        confirmLabel="Cancel appointment"
        cancelLabel="Keep it"
        onConfirm={onConfirm}
        loading={loading}
      />
    </main>
  );
}

describe('ConfirmDialog', () => {
  it('starts on the safe button, so that Enter changes nothing', async () => {
    const confirmed = jest.fn();
    render(<Row onConfirm={confirmed} />);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Keep it' })).toBe(document.activeElement);
    await userEvent.keyboard('{Enter}');
    expect(confirmed).not.toHaveBeenCalled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('is named by its title and described by what will happen', async () => {
    render(<Row onConfirm={jest.fn()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Cancel appointment' });
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe('Cancel this appointment? The client will be told.');
  });

  it('gives focus back to what opened it', async () => {
    render(<Row onConfirm={jest.fn()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement);
  });

  it('stays while the work goes on, and does not start it twice', async () => {
    const confirmed = jest.fn();
    render(<Row onConfirm={confirmed} loading />);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    await userEvent.keyboard('{Escape}');
    expect(confirmed).not.toHaveBeenCalled();
    expect(screen.getByRole('alertdialog')).not.toBeNull();
  });
});
