import * as runtime from './index';

/** What remotes of contract 1 may have been built against. Names are added here, never taken away. */
const CONTRACT_1 = [
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
  'stateOfWords',
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
  'useSearchParams',
  'useSession',
  'watchBack',
  'watchSignedOut',
  'writeDraft',
];

test('within a contract number the runtime only grows', () => {
  expect(runtime.RUNTIME_CONTRACT).toBe(1);
  expect(Object.keys(runtime)).toEqual(expect.arrayContaining(CONTRACT_1));
});

test('each name of the runtime is recorded', () => {
  expect(Object.keys(runtime).sort()).toEqual(CONTRACT_1);
});
