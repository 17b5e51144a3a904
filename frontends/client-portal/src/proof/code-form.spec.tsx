import { ApiError } from '@attune/shared-ui/runtime';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { CodeSent } from '../wire';
import { CodeForm } from './code-form';
import { digitsOf } from './use-code-form';

const WRONG = 'This code is not right. You have 4 tries left.';
const SPENT = [
  'This code was entered wrongly too often, so it no longer works. Please ask for a new one.',
  'This code has expired. Please ask for a new one.',
  'This code was used already. Please ask for a new one.',
  'No code was asked for in this browser. Please ask for one here and enter the code from that mail.',
];
const sent: CodeSent = { status: 'code_sent', resend_after_seconds: 60, expires_in_seconds: 600 };

let accepted: [string, boolean][];
let refusal: ApiError | undefined;
let resends: number;
let resendRefusal: ApiError | undefined;

beforeEach(() => {
  jest.useFakeTimers();
  accepted = [];
  refusal = undefined;
  resends = 0;
  resendRefusal = undefined;
});

afterEach(() => jest.useRealTimers());

const field = () => screen.getByLabelText<HTMLInputElement>('Code from the email');
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const fill = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (name: string | RegExp) => act(async () => fireEvent.click(button(name)));
const pass = (seconds: number) => act(async () => jest.advanceTimersByTime(seconds * 1000));

function open(wait = 0, signsIn = true) {
  const onCode = async (code: string, trust: boolean) => {
    if (refusal) throw refusal;
    accepted.push([code, trust]);
  };
  const onResend = async () => {
    resends += 1;
    if (resendRefusal) throw resendRefusal;
    return sent;
  };
  render(<CodeForm email="nadia@example.org" label="Sign in" submitLabel="Sign in" signsIn={signsIn} wait={wait} onCode={onCode} onResend={onResend} />);
}

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['Your code: 12-34-56.', '123456'],
  ['1234567', '123456'],
  ['', ''],
])('out of %j it takes %j', (text, digits) => expect(digitsOf(text)).toBe(digits));

describe('The code step', () => {
  it('says where the code went, and phones can fill it in', () => {
    open();
    expect(screen.getByText('nadia@example.org')).toBeTruthy();
    expect(field().inputMode).toBe('numeric');
    expect(field().autocomplete).toBe('one-time-code');
    expect(document.activeElement).toBe(field());
  });

  it('sends nothing before there are six digits', async () => {
    open();
    fill('12345');
    await press('Sign in');
    expect(screen.getByText('Please enter the 6 digits from the email.')).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(accepted).toEqual([]);
  });

  it('trusts the browser only when asked to', async () => {
    open();
    fill('123 456');
    expect(screen.getByLabelText<HTMLInputElement>('Trust this browser').checked).toBe(false);
    await press('Sign in');
    fireEvent.click(screen.getByLabelText('Trust this browser'));
    await press('Sign in');
    expect(accepted).toEqual([
      ['123456', false],
      ['123456', true],
    ]);
  });

  it('offers no trust where the code signs nobody in', () => {
    open(0, false);
    expect(screen.queryByLabelText('Trust this browser')).toBeNull();
  });

  it('shows a wrong code at the field, and another can be tried', async () => {
    refusal = new ApiError(401, WRONG, [{ field: 'code', message: WRONG }]);
    open(60);
    fill('000000');
    await press('Sign in');
    expect(screen.getByText(WRONG)).toBeTruthy();
    expect(document.activeElement).toBe(field());
    fill('00000');
    expect(screen.queryByText(WRONG)).toBeNull();
  });

  it.each(SPENT)('offers a new code in place of another try: %s', async (detail) => {
    refusal = new ApiError(401, detail, [{ field: 'code_spent', message: detail }]);
    open();
    fill('000000');
    await press('Sign in');
    expect(screen.getByText(detail)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
    await press('Send a new code');
    expect(resends).toBe(1);
    expect(screen.queryByText(detail)).toBeNull();
    expect(field().value).toBe('');
    expect(button('Sign in')).toBeTruthy();
  });
});

describe('A new code', () => {
  it('can be had once the wait has run down, in sight', async () => {
    open(60);
    expect(button('Send a new code in 1:00').disabled).toBe(true);
    await pass(18);
    expect(button('Send a new code in 0:42').disabled).toBe(true);
    await pass(41);
    expect(button('Send a new code in 0:01').disabled).toBe(true);
    await pass(1);
    await press('Send a new code');
    expect(resends).toBe(1);
    expect(screen.getByRole('status').textContent).toBe('A new code is on its way. Only the newest one works.');
    expect(button('Send a new code in 1:00').disabled).toBe(true);
  });

  it('waits as long as the server says', async () => {
    const detail = 'A code was sent a moment ago. You can ask for a new one in 25 seconds.';
    resendRefusal = new ApiError(429, detail, undefined, undefined, 25);
    open();
    await press('Send a new code');
    expect(screen.getByText(detail)).toBeTruthy();
    expect(button('Send a new code in 0:25').disabled).toBe(true);
    await pass(25);
    expect(button('Send a new code').disabled).toBe(false);
  });
});
