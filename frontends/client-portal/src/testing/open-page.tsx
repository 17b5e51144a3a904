import { useLocation } from '@attune/shared-ui/runtime';
import { BrowserRouter, connectToaster, endSession, QueryClient, QueryClientProvider, refreshSession, Route, Routes } from '@attune/shared-ui/runtime/host';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';

// A browser has it, the simulated one has not; nothing here is ever laid out, so there is nothing to observe.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

function Elsewhere() {
  return <p>Elsewhere: {useLocation().pathname}</p>;
}

/**
 * Draws a page at an address, with everything the shell puts around it, once it is known who is signed in (as
 * `GET /api/auth/me` answers); toasts are collected.
 */
export async function openPage(Page: ComponentType, address: string) {
  window.history.replaceState(null, '', address);
  endSession('logout');
  await refreshSession();
  const toasts: string[] = [];
  connectToaster(({ text }) => toasts.push(text));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Routes>
          <Route path={window.location.pathname} element={<Page />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
  return { ...view, toasts, user: userEvent.setup() };
}
