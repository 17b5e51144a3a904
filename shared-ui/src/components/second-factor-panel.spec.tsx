import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SecondFactorPanel, type SecondFactorCalls, type SecondFactorStatus } from './second-factor-panel';

const off: SecondFactorStatus = { enabled: false, required: false, recoveryCodesLeft: 0 };
const on: SecondFactorStatus = { enabled: true, required: false, recoveryCodesLeft: 10 };
const QR = '<svg xmlns="http://www.w3.org/2000/svg"><script>window.broken = true</script></svg>';

/** An account whose app shows 123456. */
function account(): SecondFactorCalls & { codes: string[] } {
  const codes: string[] = [];
  const take = (code: string) => {
    codes.push(code);
    if (code !== '123456' && code !== 'aaaa-bbbb') throw new Error('That code is not right.');
  };
  return {
    codes,
    setUp: async () => ({ secret: 'ABCDEFGHIJ', qrSvg: QR }),
    confirm: async (code) => {
      take(code);
      return ['one-one', 'two-two'];
    },
    disable: async (code) => take(code),
    renewCodes: async (code) => {
      take(code);
      return ['new-new'];
    },
  };
}

const codeField = () => screen.getByLabelText<HTMLInputElement>('Code from your authenticator app');
const button = (name: string) => screen.getByRole('button', { name });

describe('SecondFactorPanel', () => {
  it('turns on: scan, a code, recovery codes once', async () => {
    const user = userEvent.setup();
    const onChanged = jest.fn();
    render(<SecondFactorPanel status={off} calls={account()} onChanged={onChanged} />);
    await user.click(button('Set up'));
    expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy();
    await user.type(codeField(), '123456');
    await user.click(button('Turn on'));
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one-one', 'two-two']);
    expect(onChanged).toHaveBeenCalled();
    await user.click(button('I have saved them'));
    expect(screen.queryByText('one-one')).toBeNull();
  });

  it('shows the QR code as a picture, whatever the drawing holds', async () => {
    const { container } = render(<SecondFactorPanel status={off} calls={account()} onChanged={() => undefined} />);
    await userEvent.click(button('Set up'));
    const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
    expect(container.querySelector('script')).toBeNull();
  });

  it('says why a code was refused and lets it be typed over', async () => {
    const user = userEvent.setup();
    const calls = account();
    render(<SecondFactorPanel status={on} calls={calls} onChanged={() => undefined} />);
    await user.click(button('Turn off'));
    await user.type(codeField(), '000000');
    await user.click(button('Turn off'));
    expect(await screen.findByText('That code is not right.')).toBeTruthy();
    expect(document.activeElement).toBe(codeField());
    await user.keyboard('123456');
    await user.click(button('Turn off'));
    expect(calls.codes).toEqual(['000000', '123456']);
    expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeTruthy();
  });

  it('asks for nothing while digits are missing', async () => {
    const user = userEvent.setup();
    const calls = account();
    render(<SecondFactorPanel status={on} calls={calls} onChanged={() => undefined} />);
    await user.click(button('New recovery codes'));
    await user.type(codeField(), '123');
    await user.click(button('Make new codes'));
    expect(screen.getByText('Please enter all six digits.')).toBeTruthy();
    expect(calls.codes).toEqual([]);
  });

  it('takes a recovery code instead of the app’s', async () => {
    const user = userEvent.setup();
    const calls = account();
    render(<SecondFactorPanel status={on} calls={calls} onChanged={() => undefined} />);
    await user.click(button('New recovery codes'));
    await user.click(button('Use a recovery code'));
    await user.type(screen.getByLabelText('Recovery code'), ' aaaa-bbbb ');
    await user.click(button('Make new codes'));
    expect(await screen.findByText('new-new')).toBeTruthy();
    expect(calls.codes).toEqual(['aaaa-bbbb']);
  });

  it('keeps the keyboard where it was when a step takes another one’s place', async () => {
    const user = userEvent.setup();
    const { container } = render(<SecondFactorPanel status={off} calls={account()} onChanged={() => undefined} />);
    await user.click(button('Set up'));
    await screen.findByText('ABCD EFGH IJ');
    expect(document.activeElement).toBe(container.firstElementChild);
    await user.tab();
    expect(document.activeElement).toBe(button('Copy key'));
    await user.click(button('Cancel'));
    expect(document.activeElement).toBe(container.firstElementChild);
  });

  it('cannot be turned off where the operator requires it', () => {
    render(<SecondFactorPanel status={{ ...on, required: true }} calls={account()} onChanged={() => undefined} />);
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
    expect(button('New recovery codes')).toBeTruthy();
  });
});
