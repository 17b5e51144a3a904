import { BrowserRouter, connectToaster, QueryClient, QueryClientProvider } from '@attune/shared-ui/runtime/host';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';

// A browser has it, the simulated one has not; nothing here is ever laid out, so there is nothing to observe.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** Draws a screen at an address, with everything the shell puts around it; toasts are collected. */
export function renderScreen(screen: ReactNode, path = '/dashboard') {
  window.history.replaceState(null, '', path);
  const toasts: string[] = [];
  connectToaster(({ text }) => toasts.push(text));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={client}>
      <BrowserRouter>{screen}</BrowserRouter>
    </QueryClientProvider>,
  );
  return { ...view, toasts, user: userEvent.setup() };
}
