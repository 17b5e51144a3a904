import { useState } from 'react';
import { Badge } from '../badge';
import { Checkbox } from '../checkbox';
import { FieldGroup } from '../field-group';
import { Logo } from '../logo';
import { Radio } from '../radio';
import { Segmented } from '../segmented';
import { Switch } from '../switch';
import { TabPanel, Tabs } from '../tabs';
import { Section } from './section';
import styles from './showcase.module.css';

const views = [
  { value: 'overview', label: 'Overview' },
  { value: 'bookings', label: 'Bookings', badge: <Badge tone="attention">4 today</Badge> },
  { value: 'services', label: 'Services' },
  { value: 'notes', label: 'AI Session Notes' },
  { value: 'ai-meeting', label: 'AI Meeting Bot' },
  { value: 'calendar', label: 'Calendar Settings' },
  { value: 'intake', label: 'Intake Forms' },
];

/** Ticks, switches, segments and tabs. */
export function Choices() {
  const [agreed, setAgreed] = useState(true);
  const [free, setFree] = useState(false);
  const [period, setPeriod] = useState('monthly');
  const [view, setView] = useState('overview');
  const [side, setSide] = useState('overview');
  const [sleep, setSleep] = useState('Well');
  const [mood, setMood] = useState(7);
  return (
    <>
      <Section title="Choices">
        <div>
          <Checkbox label="Trust this browser" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
          <br />
          <Checkbox label="Visible to the client" description="They see it in their portal." defaultChecked={false} />
          <br />
          <Checkbox label="Not open yet" disabled defaultChecked />
        </div>
        <div>
          <Switch label="Free" description="No price is shown." checked={free} onChange={setFree} />
          <br />
          <Switch label="Listed in search" checked onChange={() => undefined} />
          <br />
          <Switch label="Not open yet" disabled checked={false} onChange={() => undefined} />
        </div>
        <FieldGroup legend="How do you sleep?" hint="In the last two weeks." optional error={sleep === 'Badly' ? 'This is how an error looks.' : undefined}>
          {['Well', 'Badly', 'I would rather speak about it when we meet, for it is a long story'].map((answer) => (
            <Radio key={answer} name="showcase-sleep" label={answer} checked={sleep === answer} onChange={() => setSleep(answer)} />
          ))}
        </FieldGroup>
        <FieldGroup legend="How is your mood?">
          <div className={styles.marks}>
            {[6, 7, 8].map((mark) => (
              <Radio key={mark} look="mark" name="showcase-mood" label={mark} checked={mood === mark} onChange={() => setMood(mark)} />
            ))}
          </div>
        </FieldGroup>
        <Segmented
          label="Billing period"
          value={period}
          onChange={setPeriod}
          options={[
            { value: 'monthly', label: 'Monthly' },
            { value: 'annual', label: 'Annual', badge: <Badge tone="positive">Save up to 20%</Badge> },
          ]}
        />
      </Section>
      <Section title="Tabs" layout="wide">
        <Tabs label="Views" tabs={views} value={view} onChange={setView}>
          {views.map((tab) => (
            <TabPanel key={tab.value} value={tab.value}>
              {`What belongs to ${tab.label}.`}
            </TabPanel>
          ))}
        </Tabs>
        <div className={styles.side}>
          <Tabs label="Views, beside" tabs={views} value={side} onChange={setSide} layout="side" sideStart={<Logo />} sideEnd={<p>Profile</p>}>
            {views.map((tab) => (
              <TabPanel key={tab.value} value={tab.value}>
                <p className={styles.sidePanel}>{`What belongs to ${tab.label}.`}</p>
              </TabPanel>
            ))}
          </Tabs>
        </div>
      </Section>
    </>
  );
}
