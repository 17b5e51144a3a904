import { Segmented } from '@attune/shared-ui/components/segmented';
import { formatNumber } from '@attune/shared-ui/format';
import { lazyAgain } from '@attune/shared-ui/lazy-again';
import { useQuery } from '@attune/shared-ui/runtime';
import { useSearchParams } from '@attune/shared-ui/search-params';
import { Suspense } from 'react';
import { plansCountQuery } from '../features/care-plans/care-plans.api';
import { StartPlan } from '../features/care-plans/components/start-plan';
import { planMessages } from '../features/care-plans/messages';
import { noteSource } from '../features/session-notes/analysed-source';
import { analysesOfFilesQuery, analysesQuery } from '../features/session-notes/note-analysis.api';
import { noteQuery, type SessionNote } from '../features/session-notes/session-notes.api';
import styles from './notes-tab.module.css';

/** Most visits to the dashboard need none of it. */
const NotesPanel = lazyAgain(() => import('../features/session-notes/components/notes-panel'));
const PlansPanel = lazyAgain(() => import('../features/care-plans/components/plans-panel'));

/** The dashboard's notes: what happened in sessions, and what clients take along from them. */
export function NotesTab() {
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'plans' ? 'plans' : 'notes';
  const { data: count } = useQuery(plansCountQuery());
  const plans = count === undefined ? planMessages.title : planMessages.counted(formatNumber(count));
  return (
    <div className={styles.tab}>
      <div>
        <Segmented
          label="Session notes or care plans"
          value={view}
          options={[
            { value: 'notes', label: 'Session Notes' },
            { value: 'plans', label: plans },
          ]}
          onChange={(next) => setParams(next === 'plans' ? { tab: 'notes', view: 'plans' } : { tab: 'notes' }, { preventScrollReset: true })}
        />
      </div>
      <Suspense>
        {view === 'plans' ? <PlansPanel onOpenNote={(note) => setParams({ tab: 'notes', note })} /> : <NotesPanel moreOf={(note) => <StartPlanFrom note={note} />} />}
      </Suspense>
    </div>
  );
}

/** With what the analyses of the note and of what was read of its files say about what comes next, where there are some. */
function StartPlanFrom({ note }: { note: SessionNote }) {
  const { data: ofNote } = useQuery(analysesQuery(noteSource(note).place));
  const { data: detail } = useQuery(noteQuery(note.id));
  const read = detail?.files.filter(({ pages_read }) => pages_read > 0).map(({ id }) => id) ?? [];
  const { data: ofFiles = [] } = useQuery(analysesOfFilesQuery(note.id, read));
  const results = [ofNote, ...ofFiles].flatMap((analyses) => (analyses?.draft ?? analyses?.accepted)?.result ?? []);
  return <StartPlan note={note} analysis={{ homework: results.flatMap(({ homework }) => homework), next_steps: results.flatMap(({ next_steps }) => next_steps) }} />;
}
