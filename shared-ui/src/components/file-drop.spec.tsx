import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FileDrop } from './file-drop';

const picture = new File(['x'], 'a.png', { type: 'image/png' });
const scan = new File(['y'], 'b.pdf', { type: 'application/pdf' });

describe('FileDrop', () => {
  it('takes what is chosen', async () => {
    const onFiles = jest.fn();
    render(<FileDrop label="Choose a file" onFiles={onFiles} />);
    await userEvent.upload(screen.getByLabelText('Choose a file'), picture);
    expect(onFiles).toHaveBeenCalledWith([picture]);
  });

  it('takes what is dropped: one file unless several are wanted', () => {
    const onFiles = jest.fn();
    const { rerender } = render(<FileDrop label="Choose a file" onFiles={onFiles} />);
    const files = { files: [picture, scan] };
    const drop = () => fireEvent.drop(screen.getByLabelText('Choose a file'), { dataTransfer: files });
    drop();
    expect(onFiles).toHaveBeenLastCalledWith([picture]);
    rerender(<FileDrop label="Choose a file" multiple onFiles={onFiles} />);
    drop();
    expect(onFiles).toHaveBeenLastCalledWith([picture, scan]);
  });

  it('shows how far a file is, and what went wrong', () => {
    render(
      <FileDrop
        label="Choose a file"
        onFiles={jest.fn()}
        items={[
          { id: '1', name: 'a.png', status: 'uploading', progress: 62 },
          { id: '2', name: 'b.heic', status: 'error', message: 'Only JPEG, PNG, WebP and PDF can be read.' },
          { id: '3', name: 'c.pdf', status: 'uploading', message: 'Waiting for its turn' },
        ]}
      />,
    );
    expect(screen.getByRole('progressbar', { name: 'Uploading a.png' }).getAttribute('aria-valuenow')).toBe('62');
    expect(screen.queryByRole('progressbar', { name: 'Uploading c.pdf' })).toBeNull();
    expect(screen.getByText('Waiting for its turn')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Only JPEG, PNG, WebP and PDF can be read.');
  });
});
