import { Button } from '@attune/shared-ui/components/button';
import { layDraft } from '@attune/shared-ui/forms';
import { useNavigate, useSession } from '@attune/shared-ui/runtime';
import { randomId } from '../../../random-id';
import { planMessages as messages } from '../messages';
import { NEW_PLAN, type NoteAnalysisDraft, valuesFromNote } from '../plan-values';
import { PLAN_FORM, recordOf } from '../use-plan-form';
import { newPlanAddress } from '../use-plans-place';

interface StartPlanProps {
  note: { id: string; title: string; is_private: boolean; client_id: string | null; client_name: string | null };
  /** What the note's analysis says about what comes next, where there is one. */
  analysis?: Omit<NoteAnalysisDraft, 'title'>;
}

/** Begins a care plan with what a note says. Nothing of it is saved, and nothing of it stands in the address. */
export function StartPlan({ note, analysis }: StartPlanProps) {
  const account = useSession().user?.id;
  const navigate = useNavigate();
  const { id, client_id, client_name } = note;
  // The client reads the plan's title.
  const title = note.is_private ? '' : note.title;
  if (client_id === null) return null;
  const start = () => {
    const newId = randomId();
    const typed = valuesFromNote({ id, client_id, client_name: client_name ?? '' }, { title, homework: analysis?.homework ?? [], next_steps: analysis?.next_steps ?? [] });
    layDraft(account, { form: PLAN_FORM, record: recordOf({ newId }), whole: true }, { before: NEW_PLAN, typed, savedAt: new Date().toISOString() });
    void navigate(newPlanAddress(newId));
  };
  return (
    <Button icon="form" title={messages.startFromNoteHint} onClick={start}>
      {messages.startFromNote}
    </Button>
  );
}
