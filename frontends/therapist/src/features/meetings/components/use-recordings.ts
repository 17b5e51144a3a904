import { useSession } from '@attune/shared-ui/runtime';
import { useEffect, useSyncExternalStore } from 'react';
import { deviceRecorder } from '../recorder/device-recorder';
import { fileUpload } from '../recorder/file-upload';

/** What this window records. */
export function useDeviceRecorder() {
  return useSyncExternalStore(deviceRecorder.subscribe, deviceRecorder.now);
}

/** The file that this window sends. */
export function useFileUpload() {
  return useSyncExternalStore(fileUpload.subscribe, fileUpload.now);
}

/** How long a page may take until it says again what is recorded. */
const UNWATCHED_MS = 5_000;
let watching = 0;

/** Whoever leaves for a page that does not say so, or signs out without a connection, is not recorded there. */
function watch(): () => void {
  watching += 1;
  return () => {
    watching -= 1;
    setTimeout(() => {
      if (watching === 0) void deviceRecorder.interrupt();
    }, UNWATCHED_MS);
  };
}

/** Finds what a reload interrupted, and asks before a window is closed that still has sound to send. */
export function useRestoredRecordings(): void {
  const account = useSession().user?.id;
  useEffect(watch, []);
  useEffect(() => {
    if (account === undefined) return undefined;
    void deviceRecorder.belongTo(account).then(() => deviceRecorder.restore(account));
    void fileUpload.restore(account);
    // Signed in again: what waited goes on at once.
    deviceRecorder.tryNow();
    fileUpload.tryNow();
    const ask = (event: BeforeUnloadEvent) => {
      const { phase, waiting } = deviceRecorder.now();
      if (phase === 'recording' || phase === 'ending' || waiting > 0 || fileUpload.now().phase === 'sending') event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [account]);
}

/** The screen of a phone that records stays on: asleep, it would stop to hear. */
export function useWakeLock(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = () => {
      if (document.visibilityState !== 'visible') return;
      // A device that is low on power refuses; it records all the same.
      navigator.wakeLock.request('screen').then(
        (held) => {
          if (isOver) void held.release();
          else lock = held;
        },
        () => undefined,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, [isHeld]);
}
