import { useLocation } from '@attune/shared-ui/runtime';
import { BrowserRouter, connectToaster, endSession, QueryClient, QueryClientProvider, refreshSession, Route, Routes } from '@attune/shared-ui/runtime/host';
import { finishLogouts } from '@attune/shared-ui/logout';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';

/** Draws a screen at an address, with everything the shell puts around it; toasts are collected. */
export function renderScreen(screen: ReactNode, address = '/') {
  window.history.replaceState(null, '', address);
  finishLogouts();
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

/** Draws a page under its route ('/t/:slug'); any other address shows 'Elsewhere: ' and its path. */
export function renderPage(Page: ComponentType, route: string, address: string) {
  return renderScreen(
    <Routes>
      <Route path={route} element={<Page />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    address,
  );
}

/** Draws a page once it is known who is signed in, as `GET /api/auth/me` answers. */
export async function openPage(Page: ComponentType, address: string) {
  window.history.replaceState(null, '', address);
  endSession('logout');
  await refreshSession();
  return renderPage(Page, window.location.pathname, address);
}

/** Lets everything that is under way arrive on the screen. */
export function pause(): Promise<void> {
  return act(() => new Promise<void>((resolve) => setTimeout(resolve, 100)));
}

function Elsewhere() {
  return <p>Elsewhere: {useLocation().pathname}</p>;
}
