import { render, screen } from '@testing-library/react';
import { SignInForm } from './sign-in-form';

describe('SignInForm, while administration is not open', () => {
  it('shows its fields and buttons, closed', () => {
    render(<SignInForm />);
    const controls = [
      screen.getByLabelText('Username'),
      screen.getByLabelText('Password'),
      screen.getByRole('button', { name: 'Show password' }),
      screen.getByRole('button', { name: 'Sign In' }),
    ];
    expect(controls.map((control) => control.matches(':disabled'))).toEqual([true, true, true, true]);
  });
});
