import { Route, Routes } from '@attune/shared-ui/runtime/host';
import { renderScreen } from '@attune/shared-ui/testing/render-screen';
import type { ReactNode } from 'react';
import AccountPage from '../pages/account.page';
import DashboardPage from '../pages/dashboard.page';
import EmergencyPage from '../pages/emergency.page';
import LoginPage from '../pages/login.page';

const AREA = (
  <Routes>
    <Route path="/" element={<p>Homepage</p>} />
    <Route path="/admin/login" element={<LoginPage />} />
    <Route path="/admin/dashboard" element={<DashboardPage />} />
    <Route path="/admin/account" element={<AccountPage />} />
    <Route path="/admin/emergency/:grantId" element={<EmergencyPage />} />
  </Routes>
);

/** Draws the area (or one screen) at an address. */
export function renderAt(address: string, screen: ReactNode = AREA) {
  return renderScreen(screen, address);
}
