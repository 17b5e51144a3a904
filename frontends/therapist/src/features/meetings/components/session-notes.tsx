import { Button } from '@attune/shared-ui/components/button';
import { useQuery } from '@attune/shared-ui/runtime';
import { useId, useRef, useState } from 'react';
import { soundAddress, transcriptQuery } from '../transcript.api';
import { transcriptMessages as messages } from '../transcript-messages';
import { MeetingNotes } from './meeting-notes';
import panel from './meeting-panel.module.css';
import styles from './session-notes.module.css';
import { TranscriptCard } from './transcript-card';

/** What was said in a session, and what is made of it. */
export function SessionNotes({ id, onBack }: { id: string; onBack: () => void }) {
  const player = useRef<HTMLAudioElement>(null);
  const [shown, setShown] = useState<string>();
  const lines = useId();
  const { data } = useQuery(transcriptQuery(id));
  const playFrom = (seconds: number) => {
    if (!player.current) return;
    player.current.currentTime = seconds;
    // A browser that does not play says so itself.
    void player.current.play().catch(() => undefined);
  };
  const show = (lineId: string | undefined) => {
    setShown(lineId);
    if (lineId !== undefined) document.getElementById(`${lines}${lineId}`)?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      <div>
        <Button icon="arrow-left" onClick={onBack}>
          {messages.back}
        </Button>
      </div>
      <MeetingNotes id={id} shown={shown} onShow={show} />
      {data?.has_sound && (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- what is said in it stands beneath it
        <audio ref={player} className={styles.player} controls preload="none" src={soundAddress(id)} aria-label={messages.player} />
      )}
      <div className={panel.stack}>
        <TranscriptCard id={id} shown={shown} lineId={(line) => `${lines}${line}`} {...(data?.has_sound && { onPlay: playFrom })} />
      </div>
    </>
  );
}
