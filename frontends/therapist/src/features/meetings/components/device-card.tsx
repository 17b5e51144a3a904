import { Banner } from '@attune/shared-ui/components/banner';
import { Button } from '@attune/shared-ui/components/button';
import { Card } from '@attune/shared-ui/components/card';
import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { formatElapsed } from '@attune/shared-ui/format';
import { useEffect, useId, useState } from 'react';
import { deviceRecorder, type RecorderState } from '../recorder/device-recorder';
import { MicrophoneFailed } from '../recorder/microphone';
import { recordingMessages as messages } from '../recording-messages';
import panel from './meeting-panel.module.css';
import styles from './monitor.module.css';
import { useDeviceRecorder, useWakeLock } from './use-recordings';

/** Quieter than a breath. */
const SILENT = 0.004;
const SILENT_MS = 10_000;
/** So much waits always: the chunk that is heard, and the one on its way. */
const USUAL_SECONDS = 6;

/** The recording of this window: what the microphone hears, what waits to be sent, pause and end. */
export function DeviceCard({ onEnd }: { onEnd: () => void }) {
  const heading = useId();
  const state = useDeviceRecorder();
  const { phase, line, waiting, heard } = state;
  useWakeLock(phase === 'recording');
  if (phase === 'idle') return null;
  return (
    <Card as="section" aria-labelledby={heading}>
      <div className={panel.stack}>
        <div className={styles.head}>
          <h3 id={heading} className={panel.part}>
            {messages.here}
          </h3>
          <p className={styles.phase} role="status" data-phase={phase}>
            {messages.phases[phase]}
          </p>
          <p className={styles.clock}>{formatElapsed(heard)}</p>
        </div>
        <Trouble state={state} />
        {phase === 'recording' && <LevelMeter level={state.level} />}
        {waiting > USUAL_SECONDS && line === 'open' && <p className={panel.text}>{messages.waiting(Math.round(waiting))}</p>}
        <Controls phase={phase} onEnd={onEnd} />
      </div>
    </Card>
  );
}

function Trouble({ state: { phase, line, noRoom, microphone } }: { state: RecorderState }) {
  return (
    <>
      {microphone !== undefined && (
        <Banner tone="danger" role="alert">
          {messages.microphone[microphone]}
        </Banner>
      )}
      {phase === 'interrupted' && microphone === undefined && (
        <Banner tone="attention" role="alert">
          {messages.interrupted}
        </Banner>
      )}
      {line !== 'open' && (
        <Banner
          tone="attention"
          role="status"
          action={
            <Button size="sm" onClick={deviceRecorder.tryNow}>
              {messages.tryNow}
            </Button>
          }
        >
          {line === 'full' ? messages.full(noRoom) : messages[line === 'lost' ? 'lost' : 'signedOut']}
        </Banner>
      )}
    </>
  );
}

/** The buttons keep their places, so that no press meets another one. */
function Controls({ phase, onEnd }: { phase: RecorderState['phase']; onEnd: () => void }) {
  const [failure, setFailure] = useState<string>();
  const goOn = () => {
    setFailure(undefined);
    deviceRecorder.goOn().catch((error: unknown) => {
      if (!(error instanceof MicrophoneFailed)) setFailure(refusalText(error, messages.goOnFailed));
    });
  };
  const isHeard = phase === 'recording';
  return (
    <>
      {failure !== undefined && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <div className={styles.controls}>
        {phase !== 'ending' && (
          <Button
            variant={isHeard ? 'secondary' : 'primary'}
            icon={isHeard ? 'pause' : 'mic'}
            loading={phase === 'starting'}
            onClick={isHeard ? () => void deviceRecorder.pause() : goOn}
          >
            {isHeard ? messages.pause : messages.goOn}
          </Button>
        )}
        <Button icon="stop" loading={phase === 'ending'} onClick={onEnd}>
          {messages.complete}
        </Button>
      </div>
    </>
  );
}

/** How loud it is; says when nothing is heard for a while, which a switched-off microphone looks like. */
function LevelMeter({ level }: { level: number }) {
  const [isSilent, setSilent] = useState(false);
  const isHeard = level > SILENT;
  useEffect(() => {
    if (isHeard) {
      setSilent(false);
      return undefined;
    }
    const timer = setTimeout(() => setSilent(true), SILENT_MS);
    return () => clearTimeout(timer);
  }, [isHeard]);
  const percent = Math.round(Math.min(1, Math.sqrt(level)) * 100);
  return (
    <>
      <div className={styles.meter} role="meter" aria-label={messages.level} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <div className={styles.meterBar} style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <p role="status" className={styles.silent}>
        {isSilent ? messages.silent : ''}
      </p>
    </>
  );
}
