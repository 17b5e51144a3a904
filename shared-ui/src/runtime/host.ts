/** What only the shell uses of the runtime: it is not shared, but lives in the same file as what is. */
export { BrowserRouter, matchPath, Route, Routes, useNavigationType } from 'react-router-dom';
export { QueryClient, QueryClientProvider } from '@tanstack/react-query';
export { connectToaster, summonToaster, type ToastMessage } from './toast';
export { connection, noteAnswer, type Connection } from './connection';
export { forgetLogout, isKept, isPending, pendingAtLoad, pendingLogouts, recheckLogouts, type SessionKind } from './pending-logout';
export {
  endSession,
  extendSession,
  giveSecondFactor,
  refreshSession,
  sessionState,
  startSession,
  type SessionEnd,
  type SessionState,
  useSessionState,
} from './session-store';
export { hideLinkToken } from './link-token';
export { createSignal } from './signal';
export { providePageData } from './page-data';
export { standingNotice } from './standing-notice';
export type { SecondFactorDemand } from './owed-second-factor';
