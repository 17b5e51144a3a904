import { BrowserRouter, connectToaster, QueryClient, QueryClientProvider, Route, Routes } from '@attune/shared-ui/runtime/host';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';

/** Draws a page at an address, with what the shell provides around it. Returns the toasts that were shown. */
export function drawPage(Page: ComponentType, path: string, address: string): { toasts: string[] } {
  window.history.replaceState(null, '', address);
  const toasts: string[] = [];
  connectToaster(({ text }) => toasts.push(text));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Routes>
          <Route path={path} element={<Page />} />
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
  return { toasts };
}
