import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignInTabs } from './sign-in-tabs';

// A disabled fieldset disables what is inside it, without any sign on the fields themselves.
const closed = (label: string) => screen.getByLabelText(label).matches(':disabled');

describe('SignInTabs, while the portal is not open', () => {
  it('shows the login with its email, closed', () => {
    render(<SignInTabs />);
    expect(closed('Email')).toBe(true);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByRole('button', { name: 'Login' }).matches(':disabled')).toBe(true);
  });

  it('shows every field of the registration, closed', async () => {
    render(<SignInTabs />);
    await userEvent.click(screen.getByRole('tab', { name: 'Register' }));
    const labels = ['Full name', 'Email', 'Phone (optional)', 'Date of birth (optional)'];
    expect(labels.map(closed)).toEqual([true, true, true, true]);
  });
});
