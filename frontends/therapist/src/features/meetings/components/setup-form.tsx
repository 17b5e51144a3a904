import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { Checkbox } from '@attune/shared-ui/components/checkbox';
import { Select } from '@attune/shared-ui/components/select';
import { TextInput } from '@attune/shared-ui/components/text-input';
import { FormField, FormNotes, type ServerForm, useField, useServerForm } from '@attune/shared-ui/forms';
import { ApiError, toast, useQuery, useSession } from '@attune/shared-ui/runtime';
import { useRequestConsent } from '../meetings.api';
import { meetingMessages as messages } from '../messages';
import { enginesQuery } from '../recording.api';
import { DEFAULT_SETUP, setupProblems, type SetupValues } from '../setup-values';
import type { AskedSetup } from '../use-setup';
import { MeetingClient } from './meeting-client';
import { RouteChoice } from './route-choice';
import styles from './meeting-setup.module.css';

const PLATFORMS = Object.entries(messages.platforms).map(([value, label]) => ({ value, label }));
const QUALITIES = Object.entries(messages.qualities).map(([value, label]) => ({ value, label }));

/** Step 1: how it is recorded, with whom, and what is made of its sound. */
export function SetupForm({ onAsked }: { onAsked: (asked: AskedSetup) => void }) {
  const form = useSetupForm(onAsked);
  return (
    <Card padding="lg">
      <form {...form.props} aria-label={messages.steps[0]} className={styles.form}>
        <FormNotes form={form} />
        <RouteChoice form={form} />
        <RouteFields form={form} />
        <RequestButton form={form} />
      </form>
    </Card>
  );
}

/** What is asked beside the route, which decides it. */
function RouteFields({ form }: { form: ServerForm<SetupValues> }) {
  const route = useField(form, 'route').control.value;
  const { data } = useQuery(enginesQuery());
  // Where nothing is written, and where the sound goes, is said before anybody is asked.
  const hint = (text: string) => (data === undefined ? text : data.transcription_available ? `${text} ${data.transcription_sent ?? ''}`.trim() : messages.notWritten);
  return (
    <>
      {route === 'bot' && (
        <>
          <FormField form={form} name="meeting_platform" label={messages.platform}>
            {(control) => <Select {...control} options={PLATFORMS} />}
          </FormField>
          <FormField form={form} name="meeting_url" label={messages.url} hint={messages.urlHint}>
            {(control) => <TextInput {...control} type="url" autoComplete="off" maxLength={2000} required />}
          </FormField>
        </>
      )}
      <MeetingClient form={form} />
      {route !== 'upload' && (
        <>
          <div className={styles.grid}>
            <FormField form={form} name="session_duration_minutes" label={messages.duration} hint={messages.durationHint}>
              {(control) => <TextInput {...control} inputMode="numeric" autoComplete="off" maxLength={4} />}
            </FormField>
            <FormField form={form} name="audio_quality" label={messages.quality} hint={messages.qualityHint}>
              {(control) => <Select {...control} options={QUALITIES} />}
            </FormField>
          </div>
          <Choice form={form} name="enable_real_time_notes" label={messages.realTime} hint={hint(messages.realTimeHint)} />
        </>
      )}
      <Choice form={form} name="enable_post_meeting_analysis" label={messages.post} hint={hint(messages.postHint)} />
    </>
  );
}

/** No notetaker can be sent without a link. */
function RequestButton({ form }: { form: ServerForm<SetupValues> }) {
  const isBot = useField(form, 'route').control.value === 'bot';
  const isEmpty = useField(form, 'meeting_url').control.value.trim() === '' && isBot;
  return (
    <div>
      <Button type="submit" variant="primary" disabled={isEmpty} loading={form.busy}>
        {form.busy ? messages.requesting : messages.request}
      </Button>
    </div>
  );
}

interface ChoiceProps {
  form: ServerForm<SetupValues>;
  name: 'enable_real_time_notes' | 'enable_post_meeting_analysis';
  label: string;
  hint: string;
}

function Choice({ form, name, label, hint }: ChoiceProps) {
  const { value, onChange, ...control } = useField(form, name).control;
  return <Checkbox {...control} label={label} description={hint} checked={value} onChange={(event) => onChange(event.target.checked)} />;
}

function useSetupForm(onAsked: (asked: AskedSetup) => void) {
  const therapist = useSession().user?.id ?? '';
  const request = useRequestConsent();
  return useServerForm<SetupValues>({
    stored: DEFAULT_SETUP,
    keep: { form: 'meeting-setup' },
    check: setupProblems,
    checksOn: true,
    send: async (values) => {
      const { route, client_id, meeting_url } = values;
      const { consent_id } = await request.mutateAsync({ therapist_id: therapist, client_id: client_id || null, meeting_url: route === 'bot' ? meeting_url.trim() : null });
      onAsked({ consentId: consent_id, values });
      return DEFAULT_SETUP;
    },
    onRefused: (error) => void toast.error(error instanceof ApiError && error.status === 0 ? messages.requestLost : messages.requestFailed),
  });
}
