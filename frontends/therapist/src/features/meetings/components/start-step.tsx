import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { FileDrop } from '@attune/shared-ui/components/file-drop';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatBytes } from '@attune/shared-ui/format';
import { useQuery, useSession } from '@attune/shared-ui/runtime';
import { useId, useState } from 'react';
import { deviceRecorder } from '../recorder/device-recorder';
import { fileUpload } from '../recorder/file-upload';
import { MicrophoneFailed } from '../recorder/microphone';
import { enginesQuery, useRefreshSessions, useStartBot } from '../recording.api';
import { meetingMessages } from '../messages';
import { recordingMessages as messages } from '../recording-messages';
import type { AskedSetup } from '../use-setup';
import panel from './meeting-panel.module.css';
import { useDeviceRecorder } from './use-recordings';

interface StartStepProps {
  asked: AskedSetup;
  /** It is recorded in another way. */
  onChange: (asked: AskedSetup) => void;
  /** A session has begun. */
  onStarted: (sessionId: string) => void;
}

/** Step 3: both have agreed; the session begins with a click of the therapist. */
export function StartStep({ asked, onChange, onStarted }: StartStepProps) {
  const heading = useId();
  const [failure, setFailure] = useState<string>();
  const { busy, start } = useStart(asked, onStarted, setFailure);
  const { route } = asked.values;
  return (
    <Card as="section" aria-labelledby={heading}>
      <div className={panel.stack}>
        <h3 id={heading} className={panel.part}>
          {messages.startTitle}
        </h3>
        {failure !== undefined && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        {route === 'device' && <p className={panel.text}>{messages.startDevice}</p>}
        {route === 'upload' ? (
          <FileToSend busy={busy} onSend={(file) => void start(file)} />
        ) : (
          <div>
            <Button variant="primary" icon={route === 'device' ? 'mic' : 'video'} loading={busy} onClick={() => void start()}>
              {busy ? messages.starting : route === 'device' ? messages.startRecording : messages.startBot}
            </Button>
          </div>
        )}
        {route !== 'bot' && (
          <div>
            <Button variant="quiet" size="sm" disabled={busy} onClick={() => onChange({ ...asked, values: { ...asked.values, route: route === 'device' ? 'upload' : 'device' } })}>
              {meetingMessages.instead[route]}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function useStart({ consentId, values }: AskedSetup, onStarted: StartStepProps['onStarted'], onFailure: (text: string | undefined) => void) {
  const account = useSession().user?.id ?? '';
  const bot = useStartBot();
  const refresh = useRefreshSessions();
  const recorder = useDeviceRecorder();
  const [busy, setBusy] = useState(false);
  const { route, enable_post_meeting_analysis } = values;
  const settings = {
    consent_id: consentId,
    session_duration_minutes: Number(values.session_duration_minutes.trim()),
    enable_real_time_notes: values.enable_real_time_notes,
    enable_post_meeting_analysis,
    audio_quality: values.audio_quality,
  };
  const begin = async (file: File | undefined): Promise<string | undefined> => {
    if (route === 'bot') return (await bot.mutateAsync({ ...settings, meeting_platform: values.meeting_platform, meeting_url: values.meeting_url.trim() })).session_id;
    if (route === 'device') {
      await deviceRecorder.begin(account, settings);
      return deviceRecorder.now().session?.session_id;
    }
    if (file) await fileUpload.begin(account, { consent_id: consentId, enable_post_meeting_analysis }, file);
    return fileUpload.now().session?.session_id;
  };
  const start = async (file?: File) => {
    if (busy) return;
    onFailure(undefined);
    if (route === 'device' && recorder.phase !== 'idle') return onFailure(messages.otherRecording);
    setBusy(true);
    try {
      const id = await begin(file);
      refresh(id);
      if (id !== undefined) onStarted(id);
    } catch (error) {
      if (error instanceof MicrophoneFailed) onFailure(messages.microphone[error.problem]);
      else onFailure(refusalText(error, route === 'bot' ? messages.startFailed : route === 'device' ? messages.recordingFailed : messages.sendFailed));
    } finally {
      setBusy(false);
    }
  };
  return { busy, start };
}

/** Which file, checked before a session begins with it. */
function FileToSend({ busy, onSend }: { busy: boolean; onSend: (file: File) => void }) {
  const { data } = useQuery(enginesQuery());
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  if (data === undefined) return null;
  const { upload_formats, upload_max_bytes, upload_max_minutes, upload_reason } = data;
  const take = ([chosen]: File[]) => {
    if (!chosen) return;
    const problem = chosen.size === 0 ? messages.fileEmpty : chosen.size > upload_max_bytes ? messages.fileTooLarge(formatBytes(upload_max_bytes)) : undefined;
    setError(problem);
    setFile(problem === undefined ? chosen : undefined);
  };
  const kinds = upload_formats.map((kind) => kind.toUpperCase()).join(', ');
  return (
    <>
      <FileDrop
        label={messages.file}
        hint={`${messages.fileHint(kinds, formatBytes(upload_max_bytes), upload_max_minutes)} ${upload_reason ?? ''}`.trim()}
        accept={upload_formats.map((kind) => `.${kind}`).join(',')}
        disabled={busy}
        onFiles={take}
        {...(error !== undefined && { error })}
        items={file ? [{ id: 'file', name: file.name, size: file.size, status: 'uploading', message: messages.fileReady }] : []}
        onRemove={() => setFile(undefined)}
      />
      <div>
        <Button variant="primary" icon="upload" disabled={file === undefined} loading={busy} onClick={() => file && onSend(file)}>
          {messages.sendFile}
        </Button>
      </div>
    </>
  );
}
