import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TabPanel, Tabs, type TabsProps } from './tabs';

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'bookings', label: 'Bookings' },
  { value: 'services', label: 'Services' },
];

function Views({ activation, typed = false }: Pick<TabsProps, 'activation'> & { typed?: boolean }) {
  const [value, setValue] = useState('overview');
  return (
    <Tabs label="Views" tabs={tabs} value={value} onChange={setValue} activation={activation}>
      {tabs.map((tab) => (
        <TabPanel key={tab.value} value={tab.value} keepMounted={typed}>
          <input aria-label={`In ${tab.label}`} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent;

describe('Tabs', () => {
  it('moves with the arrows, Home and End, round the ends', async () => {
    render(<Views />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toBe('Bookings');
    await userEvent.keyboard('{End}');
    expect(selected()).toBe('Services');
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toBe('Overview');
    expect(screen.getByLabelText('In Overview')).not.toBeNull();
    expect(screen.queryByLabelText('In Bookings')).toBeNull();
  });

  it('waits for Enter where opening is costly', async () => {
    render(<Views activation="manual" />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toBe('Overview');
    await userEvent.keyboard('{Enter}');
    expect(selected()).toBe('Bookings');
  });

  it('keeps what was typed in a panel that asks for it', async () => {
    render(<Views typed />);
    await userEvent.type(screen.getByLabelText('In Overview'), 'draft');
    await userEvent.click(screen.getByRole('tab', { name: 'Bookings' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    expect(screen.getByLabelText<HTMLInputElement>('In Overview').value).toBe('draft');
  });
});
