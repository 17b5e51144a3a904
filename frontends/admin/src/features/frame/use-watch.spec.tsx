import { screen, waitFor } from '@testing-library/react';
import { useQuery } from '@attune/shared-ui/runtime';
import { fakeApi, renderAt, sampleDashboard } from '../../test-kit';
import { dashboardQuery } from './frame.api';
import { useWatch } from './use-watch';

const DASHBOARD = 'GET /api/admin/dashboard';

function Watched() {
  const { data } = useQuery(dashboardQuery());
  useWatch(20);
  return <p>{data?.failed_jobs}</p>;
}

test('the watch asks without counting as somebody being there, and its answer is shown', async () => {
  let failed = 0;
  const api = fakeApi({ [DASHBOARD]: () => ({ json: sampleDashboard({ failed_jobs: (failed = Math.min(3, failed + 1)) }) }) });
  const { unmount } = renderAt('/admin/dashboard', <Watched />);
  await screen.findByText('3');
  const [first, ...later] = api.to(DASHBOARD);
  expect(first?.headers.get('X-Background')).toBeNull();
  expect(later.every(({ headers }) => headers.get('X-Background') === '1')).toBe(true);
  unmount();
});

test('a line that is down changes nothing on the screen', async () => {
  let asked = 0;
  fakeApi({
    [DASHBOARD]: () => {
      asked += 1;
      if (asked > 1) throw new TypeError('down');
      return { json: sampleDashboard({ failed_jobs: 7 }) };
    },
  });
  renderAt('/admin/dashboard', <Watched />);
  await waitFor(() => expect(asked).toBeGreaterThan(3));
  expect(screen.getByText('7')).toBeTruthy();
});
