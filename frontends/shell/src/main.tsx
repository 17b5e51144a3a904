import '@attune/shared-ui/tokens.css';
import './intro.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { hideLinkToken, startSession } from '@attune/shared-ui/runtime/host';
import { App } from './app';
import { firstPage } from './first-page';
import { reportAuthError } from './session/auth-error';

// Before anything else: what a link carries must leave the address at once.
hideLinkToken();
void startSession();
reportAuthError();
window.history.scrollRestoration = 'manual';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const drawn = root.firstElementChild;
const ready = firstPage(window.location.pathname);
// In small steps, so that a slow phone answers to a finger meanwhile.
const draw = () => startTransition(() => createRoot(root).render(<App />));
const takeOver = () => {
  startTransition(() => void hydrateRoot(root, <App />));
  // From now on presses come to the page itself (see `webpack/first-frame.js`).
  document.dispatchEvent(new Event('attune:begin'));
};
// What the server drew stays in sight: an introduction, until the page itself can take its place, or that page.
if (!drawn) draw();
else void ready.then((isThere) => (isThere && !drawn.matches('.attune-intro') ? takeOver() : draw()));
