import { BrowserRouter, connectToaster, QueryClient, QueryClientProvider, Route, Routes } from '@attune/shared-ui/runtime/host';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import AccountPage from '../pages/account.page';
import DashboardPage from '../pages/dashboard.page';
import EmergencyPage from '../pages/emergency.page';
import LoginPage from '../pages/login.page';

// A browser has it, the simulated one has not; nothing here is ever laid out, so there is nothing to observe.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const AREA = (
  <Routes>
    <Route path="/" element={<p>Homepage</p>} />
    <Route path="/admin/login" element={<LoginPage />} />
    <Route path="/admin/dashboard" element={<DashboardPage />} />
    <Route path="/admin/account" element={<AccountPage />} />
    <Route path="/admin/emergency/:grantId" element={<EmergencyPage />} />
  </Routes>
);

/** Draws the area (or one screen) at an address, with everything the shell puts around it; toasts are collected. */
export function renderAt(path: string, screen: ReactNode = AREA) {
  window.history.replaceState(null, '', path);
  const toasts: string[] = [];
  connectToaster(({ text }) => toasts.push(text));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <BrowserRouter>{screen}</BrowserRouter>
    </QueryClientProvider>,
  );
  return { ...view, client, toasts, user: userEvent.setup() };
}
