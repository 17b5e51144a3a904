import { BrowserRouter, Route, Routes } from '@attune/shared-ui/runtime/host';
import { render, screen } from '@testing-library/react';
import DashboardPage from './dashboard.page';

describe('The administrator’s dashboard', () => {
  it('sends everyone to the sign-in, leaving nothing to go back to', () => {
    window.history.replaceState(null, '', '/admin/dashboard');
    const before = window.history.length;
    render(
      <BrowserRouter>
        <Routes>
          <Route path="/admin/dashboard" element={<DashboardPage />} />
          <Route path="/admin/login" element={<p>Sign-in</p>} />
        </Routes>
      </BrowserRouter>,
    );
    expect(screen.getByText('Sign-in')).toBeTruthy();
    expect(window.location.pathname).toBe('/admin/login');
    expect(window.history.length).toBe(before);
  });
});
