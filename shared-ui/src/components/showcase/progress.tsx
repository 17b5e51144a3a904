import { FileDrop, type FileDropItem } from '../file-drop';
import { ProgressBar } from '../progress-bar';
import { SessionTimer } from '../session-timer';
import { Section } from './section';

const files: FileDropItem[] = [
  { id: 'a', name: 'Intake notes, first conversation.pdf', size: 412_345, status: 'uploading', progress: 62 },
  { id: 'b', name: 'صفحة.png', size: 2_412_345, status: 'done', message: 'Page 2 of 5 is being read' },
  { id: 'c', name: 'holiday.heic', size: 92_345, status: 'error', message: 'Only JPEG, PNG, WebP and PDF can be read.' },
];

/** Long work: how far it is. */
export function Progress() {
  return (
    <Section title="Long work">
      <FileDrop
        label="Drop files here or choose them"
        hint="Images and PDFs, up to 20 MB"
        multiple
        items={files}
        onFiles={() => undefined}
        onRemove={() => undefined}
        onRetry={() => undefined}
      />
      <div>
        <FileDrop label="Choose a picture" error="This file is larger than 20 MB." onFiles={() => undefined} />
        <br />
        <FileDrop label="Not open yet" disabled onFiles={() => undefined} />
      </div>
      <div>
        <ProgressBar label="Uploading" value={62} />
        <br />
        <ProgressBar label="Reading the text" value={40} detail="Page 2 of 5" />
        <br />
        <ProgressBar label="Preparing" />
      </div>
      <SessionTimer elapsedSeconds={1925} plannedSeconds={3000} label="Recording" />
      <SessionTimer elapsedSeconds={3125} plannedSeconds={3000} label="Recording, over time" state="paused" />
      <SessionTimer elapsedSeconds={3000} label="Session" state="done" />
    </Section>
  );
}
