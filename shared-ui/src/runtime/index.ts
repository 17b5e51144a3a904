/**
 * The one module that the shell and every remote have in common at run time. Within a contract number it only grows.
 */
export { RUNTIME_CONTRACT } from './contract';
export { Link, NavLink, Navigate, Outlet, useLocation, useNavigate, useParams } from './router';
export { queryOptions, useMutation, useQuery, useQueryClient } from './query';
export { leaveNotice } from './standing-notice';
export { toast, type ToastOptions } from './toast';
export { useSession, type Session } from './use-session';
export { watchSignedOut, type SessionUser } from './session-store';
export { logOutOf } from './pending-logout';
export { api, sendBy, type Transport, unwrap } from './api-client';
export { ApiError, type FieldProblem } from './api-error';
export { readDrafts, writeDraft } from '../drafts';
export { readPageData, type PageData, type PublicTherapistData, type RemoteListing } from './page-data';
export { useLinkToken } from './link-token';
export { watchBack } from './back-watch';
export { usePageTitle } from './page-title';
