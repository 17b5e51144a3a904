import * as runtime from './index';

/** What remotes of contract 2 may have been built against. Names are added here, never taken away. */
const CONTRACT_2 = [
  'ApiError',
  'Link',
  'NavLink',
  'Navigate',
  'Outlet',
  'RUNTIME_CONTRACT',
  'api',
  'leaveNotice',
  'logOutOf',
  'queryOptions',
  'readDrafts',
  'readPageData',
  'sendBy',
  'toast',
  'unwrap',
  'useLinkToken',
  'useLocation',
  'useMutation',
  'useNavigate',
  'usePageTitle',
  'useParams',
  'useQuery',
  'useQueryClient',
  'useSession',
  'watchBack',
  'watchSignedOut',
  'writeDraft',
];

test('within a contract number the runtime only grows', () => {
  expect(runtime.RUNTIME_CONTRACT).toBe(2);
  expect(Object.keys(runtime)).toEqual(expect.arrayContaining(CONTRACT_2));
});

test('each name of the runtime is recorded', () => {
  expect(Object.keys(runtime).sort()).toEqual(CONTRACT_2);
});
