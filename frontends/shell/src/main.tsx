import '@attune/shared-ui/tokens.css';
import './intro.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from '@attune/shared-ui/runtime/host';
import { App } from './app';
import { firstPage } from './first-page';
import { reportAuthError } from './session/auth-error';

// Before anything else: the code of a sign-in must leave the address at once.
void startSession();
reportAuthError();
window.history.scrollRestoration = 'manual';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

// What the server drew stays in sight until the page itself can take its place.
const drawn = root.childElementCount > 0;
const ready = firstPage(window.location.pathname);
// In small steps, so that a slow phone answers to a finger meanwhile.
const draw = () => startTransition(() => createRoot(root).render(<App />));
if (drawn) void ready.then(draw);
else draw();
