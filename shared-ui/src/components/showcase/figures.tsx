import { Badge } from '../badge';
import { BarChart } from '../bar-chart';
import { Button } from '../button';
import { Card, CardHeader } from '../card';
import { LineChart } from '../line-chart';
import { StatCard, StatGrid } from '../stat-card';
import { Table } from '../table';
import { UserText } from '../user-text';
import { Section } from './section';

const week = [
  { label: 'Tue', name: 'Tuesday 17 November', value: 4 },
  { label: 'Wed', name: 'Wednesday 18 November', value: 7 },
  { label: 'Thu', name: 'Thursday 19 November', value: 5 },
  { label: 'Fri', name: 'Friday 20 November', value: 9 },
  { label: 'Sat', name: 'Saturday 21 November', value: 6 },
  { label: 'Sun', name: 'Sunday 22 November', value: 0 },
  { label: 'Mon', name: 'Monday 23 November', value: 0 },
];

const scores = [
  { at: Date.UTC(2026, 7, 3), name: '3 Aug 2026', value: 19, mark: 'Item 9 above zero' },
  { at: Date.UTC(2026, 7, 31), name: '31 Aug 2026', value: 14 },
  { at: Date.UTC(2026, 9, 26), name: '26 Oct 2026', value: 8 },
];

const people = [
  { name: 'Nadia Öztürk-Lindqvist', email: 'nadia.oezturk-lindqvist@a-rather-long-domain.example.org', bookings: 12, active: true },
  { name: 'عمر الفاروق', email: 'omar@example.org', bookings: 3, active: false },
];

/** Stat cards, charts and tables. */
export function Figures() {
  return (
    <Section title="Figures" layout="wide">
      <StatGrid>
        <StatCard label="Total Bookings" value="1,284" />
        <StatCard label="This Week" value="17" hint="3 more than last week" hintTone="positive" />
        <StatCard label="Confirmed" value="42" hint="since January" />
        <StatCard label="Services" value="4" loading />
      </StatGrid>
      <Card>
        <BarChart title="Sessions, last 7 days" level={3} data={week} categoryLabel="Day" valueLabel="sessions" />
      </Card>
      <Card>
        <LineChart
          title="PHQ-9 over time"
          level={3}
          points={scores}
          ticks={[0, 5, 10, 15, 20, 27]}
          formatValue={(value) => `${value} of 27`}
          table={{
            rows: scores,
            rowKey: (score) => score.name,
            columns: [
              { key: 'day', header: 'Day', cell: (score) => score.name },
              { key: 'score', header: 'Score', align: 'end', cell: (score) => score.value },
            ],
          }}
        />
      </Card>
      <Card padding="none">
        <CardHeader title="Therapists" level={3} action={<Button size="sm">Refresh</Button>} />
        <Table
          caption="Therapists"
          rows={people}
          rowKey={(person) => person.email}
          columns={[
            { key: 'name', header: 'Name', cell: (person) => <UserText as="strong">{person.name}</UserText> },
            { key: 'email', header: 'Email', breaks: true, cell: (person) => person.email },
            { key: 'bookings', header: 'Bookings', align: 'end', cell: (person) => person.bookings },
            {
              key: 'status',
              header: 'Status',
              cell: (person) => <Badge tone={person.active ? 'positive' : 'neutral'}>{person.active ? 'Active' : 'Inactive'}</Badge>,
            },
            { key: 'action', header: 'Action', hideHeader: true, align: 'end', cell: () => <Button size="sm">Deactivate</Button> },
          ]}
        />
      </Card>
    </Section>
  );
}
