import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import LandingPage from './landing.page';
import PricingPage from './pricing.page';

describe('The landing page', () => {
  it('has every call to action', () => {
    renderPage(LandingPage, '/', '/');
    for (const name of ['View Demo', 'For Therapists', 'Set Up My Practice', 'Watch Demo', 'Make The Switch Today', 'Get Started Today', 'Sign Up Now', 'Start Free Trial', 'Schedule Demo']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
    expect(screen.getByRole('link', { name: 'Pricing' }).getAttribute('href')).toBe('/pricing');
    expect(screen.getByRole('link', { name: 'Client Portal' }).getAttribute('href')).toBe('/client/login');
    expect(screen.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin/login');
  });

  it('marks testimonials that nobody stands behind as examples', () => {
    renderPage(LandingPage, '/', '/');
    expect(screen.getAllByText('Example')).toHaveLength(2);
    expect(screen.getAllByRole('img', { name: 'Rated 5 out of 5' })).toHaveLength(2);
  });

  it.each(['View Demo', 'Watch Demo', 'Schedule Demo'])('says that the demo is coming soon (%s)', async (name) => {
    renderPage(LandingPage, '/', '/');
    await userEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(/interactive demo is coming soon/i)).toBeTruthy();
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign Up Now' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('The pricing page', () => {
  it('shows a twelfth of the annual price, what it saves and that it is billed annually', async () => {
    renderPage(PricingPage, '/pricing', '/pricing');
    expect(screen.getByText('Save up to 20%')).toBeTruthy();
    expect(screen.queryByText(/Billed annually/)).toBeNull();
    await userEvent.click(screen.getByText('Annual'));
    expect(screen.getByText('$66')).toBeTruthy();
    expect(screen.getByText('Billed annually · Save $158 a year')).toBeTruthy();
  });

  it('leads on with the plan in the address', async () => {
    renderPage(PricingPage, '/pricing', '/pricing');
    expect(screen.getByRole('link', { name: 'Start Your Free Trial' }).getAttribute('href')).toBe('/?plan=professional');
    await userEvent.click(screen.getByRole('link', { name: 'Choose Practice Suite' }));
    expect(window.location.pathname + window.location.search).toBe('/?plan=practice%20suite');
  });
});
