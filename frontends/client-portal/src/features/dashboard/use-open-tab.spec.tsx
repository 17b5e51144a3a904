import { TabPanel, Tabs } from '@attune/shared-ui/components/tabs';
import { BrowserRouter } from '@attune/shared-ui/runtime/host';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DASHBOARD_TABS } from './dashboard-tabs';
import { useOpenTab } from './use-open-tab';

function Views() {
  const { tab, open, lead } = useOpenTab();
  return (
    <Tabs label="Views" tabs={DASHBOARD_TABS} value={tab} activation="manual" onChange={open}>
      <TabPanel value="overview">
        <button onClick={() => lead('notes')}>See all</button>
      </TabPanel>
    </Tabs>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });
const shows = (name: string) => waitFor(() => expect(tab(name).getAttribute('aria-selected')).toBe('true'));

beforeEach(() => {
  window.history.pushState(null, '', '/client/dashboard');
  render(<Views />, { wrapper: BrowserRouter });
});

test('the way back leads through the tabs that were open', async () => {
  await userEvent.click(tab('Appointments'));
  await userEvent.click(tab('Care Plans'));
  expect(window.location.search).toBe('?tab=plans');
  window.history.back();
  await shows('Appointments');
  window.history.back();
  await shows('Overview');
});

test('focus comes along to a tab that is opened from within another one', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'See all' }));
  await shows('Session Notes');
  expect(document.activeElement).toBe(tab('Session Notes'));
});
