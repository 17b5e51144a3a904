import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RecoveryCodes } from './recovery-codes';

const codes = ['abcd-efgh', 'ijkl-mnop'];

describe('RecoveryCodes', () => {
  it('copies all of them and says so', async () => {
    const user = userEvent.setup();
    render(<RecoveryCodes codes={codes} onDone={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Copy codes' }));
    expect((await screen.findByRole('status')).textContent).toBe('Copied');
    expect(await navigator.clipboard.readText()).toBe('abcd-efgh\nijkl-mnop\n');
  });

  it('says when the browser refuses', async () => {
    const user = userEvent.setup();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    render(<RecoveryCodes codes={codes} onDone={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Copy codes' }));
    expect((await screen.findByRole('status')).textContent).toBe('Could not be copied');
  });

  it('hands them out as a text file', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    render(<RecoveryCodes codes={codes} onDone={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(names).toEqual(['attune-recovery-codes.txt']);
    expect(files[0]?.size).toBe('abcd-efgh\nijkl-mnop\n'.length);
  });
});
