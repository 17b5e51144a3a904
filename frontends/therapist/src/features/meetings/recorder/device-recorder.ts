import { ApiError, watchSignedOut } from '@attune/shared-ui/runtime';
import { type DeviceSession, type DevicePlan, recordingCalls } from '../recording.api';
import { type HeardChunk, Microphone, MicrophoneFailed, type MicrophoneProblem, release } from './microphone';
import { Observable } from './observable';
import { comesBack, type LineState, OPEN_LINE, PersistentCalls } from './persistent-calls';
import { type ChunkPlace, type OpenRecording, WaitingSound } from './waiting-sound';

export interface RecorderState extends LineState {
  /**
   * `interrupted`: the page was loaded anew, or the microphone was lost; nothing is heard until the person goes on, or until what took the
   * microphone gives it back. `ending`: nothing more is heard, and the rest is sent.
   */
  phase: 'idle' | 'starting' | 'recording' | 'paused' | 'interrupted' | 'ending';
  session: DeviceSession | undefined;
  /** The peak of the last tenth of a second, 0 to 1. */
  level: number;
  /** Of sound that this page heard, in seconds. */
  heard: number;
  /** Seconds of sound that lie on this device and are not stored yet. */
  waiting: number;
  microphone: MicrophoneProblem | 'lost' | 'taken' | undefined;
  /** Why the server takes no more, as a sentence. */
  refusal: string | undefined;
}

const IDLE: RecorderState = { phase: 'idle', session: undefined, level: 0, heard: 0, waiting: 0, ...OPEN_LINE, microphone: undefined, refusal: undefined };

/**
 * Records a session with this device's microphone. What is heard is sealed on the device first and sent in order; it goes from here once the
 * server has stored it, so that neither a lost connection nor a reload loses it. One window records at a time.
 */
export class DeviceRecorder extends Observable<RecorderState> {
  private readonly sound = new WaitingSound();
  private readonly calls = new PersistentCalls((state) => {
    if (this.now().line !== state.line || this.now().noRoom !== state.noRoom) this.set(state);
    // Signed out, nothing on the screen says that something is heard.
    if (state.line === 'signed_out') void this.interrupt();
  });
  private open: OpenRecording | undefined;
  private microphone: Microphone | undefined;
  private seq = 0;
  /** Chunks are sealed one after the other, so that none is sent before an older one. */
  private sealing: Promise<void> = Promise.resolve();
  private sending: Promise<void> | undefined;
  private letOthers: (() => void) | undefined;
  /** How often whoever was signed in left. */
  private locks = 0;

  constructor() {
    super(IDLE);
  }

  /** Begins a session. The microphone is asked for first: without one, no session begins. @throws MicrophoneFailed, ApiError */
  async begin(account: string, plan: DevicePlan): Promise<void> {
    if (this.now().phase !== 'idle') return;
    this.set({ ...IDLE, phase: 'starting' });
    let stream: MediaStream | undefined;
    try {
      stream = await Microphone.ask();
      const session = await recordingCalls.begin(plan);
      await this.claim(session.session_id);
      await this.keepOpen(account, session);
      await this.hear(stream, session);
    } catch (error) {
      if (stream) release(stream);
      if (this.open) this.set({ phase: 'interrupted', microphone: error instanceof MicrophoneFailed ? error.problem : undefined });
      else this.set(IDLE);
      throw error;
    }
  }

  /** After a reload: finds what this account was recording here, and sends what waits. Nothing is heard before {@link goOn}. */
  async restore(account: string): Promise<void> {
    if (this.now().phase !== 'idle' || this.open) return;
    const open = await this.sound.readOpen(account);
    if (!open || !(await this.claim(open.sessionId))) return;
    try {
      const session = await recordingCalls.status(open.sessionId);
      if (!isLive(session)) return await this.forget(open);
      this.open = open;
      this.set({ ...IDLE, phase: 'interrupted', session: { ...session, fence: open.fence, part: open.part }, waiting: await this.waitingSeconds() });
      void this.send();
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return this.forget(open);
      this.letOthers?.();
    }
  }

  async pause(): Promise<void> {
    const { open } = this;
    if (this.now().phase !== 'recording' || !open) return;
    this.set({ phase: 'paused', level: 0 });
    await this.hush();
    await this.told(() => recordingCalls.pause(open.sessionId, open.fence));
  }

  /** Hears again, as a new part: after a pause, a reload or a lost microphone. @throws MicrophoneFailed, ApiError */
  async goOn(): Promise<void> {
    const { phase } = this.now();
    const { open } = this;
    if (!open || (phase !== 'paused' && phase !== 'interrupted')) return;
    this.set({ phase: 'starting', microphone: undefined, refusal: undefined });
    await this.hush();
    let stream: MediaStream | undefined;
    try {
      stream = await Microphone.ask();
      // Takes the session over as well: it is this window's, whatever was before.
      const session = await recordingCalls.takeOver(open.sessionId);
      await this.keepOpen(open.account, session);
      await this.hear(stream, session);
    } catch (error) {
      if (stream) release(stream);
      this.set({ phase, microphone: error instanceof MicrophoneFailed ? error.problem : undefined });
      throw error;
    }
  }

  /** Hears nothing more, sends the rest, then ends the session. Comes back when it is ended; without a connection that is when it is back. */
  async end(): Promise<void> {
    const { open } = this;
    if (!open || this.now().phase === 'ending') return;
    this.set({ phase: 'ending', level: 0 });
    await this.hush();
    do {
      await this.send();
    } while (this.open === open && (await this.sound.list(open.sessionId)).length > 0);
    if (this.open !== open) return;
    await this.insist(() => recordingCalls.complete(open.sessionId));
    await this.forget(open);
  }

  /** The consent was withdrawn, or the session is over: nothing of it stays here. */
  async drop(refusal?: string): Promise<void> {
    const { open } = this;
    if (!open) return;
    this.open = undefined;
    await this.hush();
    await this.sealing;
    await this.forget(open, refusal);
  }

  /** Nothing on this window's screen says any more that it records: so it does not. What was heard stays, and it can go on. */
  async interrupt(): Promise<void> {
    if (!this.isHeld()) return;
    this.set({ phase: 'interrupted', level: 0, microphone: undefined });
    await this.hush();
  }

  /** Whoever was signed in is gone: nothing more is heard, and nothing here opens what waits, until its owner is back. */
  async lock(): Promise<void> {
    this.locks += 1;
    await this.interrupt();
    await this.hush();
    this.sound.lock();
  }

  /** Whoever is signed in now: what somebody else recorded here stays sealed until they are back. */
  async belongTo(account: string): Promise<void> {
    if (this.open && this.open.account !== account) await this.putAside();
  }

  /** A refusal was read. */
  readonly putAway = (): void => this.set({ refusal: undefined });

  /** Does not wait for the next try: the connection, or the person, is back. */
  readonly tryNow = (): void => {
    this.calls.tryNow();
    if (this.open) void this.send();
  };

  private async hear(stream: MediaStream, session: DeviceSession): Promise<void> {
    this.seq = 0;
    const { part, session_id } = session;
    const { locks } = this;
    // In memory for as long as this page records: a connection that is lost later needs none.
    await this.unlock(session_id, recordingCalls.deviceKey);
    this.microphone = await Microphone.open(stream, session.sample_rate, {
      onChunk: (chunk) => this.keep(session_id, part, chunk, session.sample_rate),
      onLevel: (level) => this.set({ level }),
      onLost: () => void this.lose(),
      onStill: (isStill) => this.stand(isStill),
    });
    this.set({ phase: 'recording', session, microphone: undefined });
    if (locks !== this.locks) await this.interrupt();
  }

  private keep(sessionId: string, part: number, { startFrame, capturedAt, pcm }: HeardChunk, rate: number): void {
    const seq = this.seq;
    this.seq += 1;
    const seconds = pcm.byteLength / 2 / rate;
    this.set({ heard: this.now().heard + seconds, waiting: this.now().waiting + seconds });
    this.sealing = this.sealing.then(() => this.sound.add(sessionId, { part, seq, startFrame, capturedAt }, pcm));
    void this.sealing.then(() => this.send());
  }

  /** Shown at once, and over by itself. */
  private stand(isStill: boolean): void {
    if (!this.isHeld()) return;
    this.set(isStill ? { phase: 'interrupted', microphone: 'taken', level: 0 } : { phase: 'recording', microphone: undefined });
  }

  /** The microphone is this window's, whether or not it is heard. */
  private isHeld(): boolean {
    const { phase, microphone } = this.now();
    return phase === 'recording' || (phase === 'interrupted' && microphone === 'taken');
  }

  private async lose(): Promise<void> {
    if (!this.isHeld()) return;
    this.set({ phase: 'interrupted', microphone: 'lost', level: 0 });
    await this.hush();
  }

  private async hush(): Promise<void> {
    const { microphone } = this;
    this.microphone = undefined;
    await microphone?.close();
    await this.sealing;
  }

  /** Sends what waits, the oldest first, until nothing does. */
  private send(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined;
    });
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    for (let open = this.open; open; open = this.open) {
      const [name] = await this.sound.list(open.sessionId);
      if (name === undefined) return this.set({ waiting: 0 });
      if (!(await this.unlock(open.sessionId, (id) => this.insist(() => recordingCalls.deviceKey(id))))) return;
      const found = await this.sound.open(open.sessionId, name);
      if (found === 'locked') return;
      if (found) {
        const seconds = found.pcm.byteLength / 2 / open.rate;
        if (!(await this.sendOne(open, found.place, found.pcm))) return;
        this.set({ waiting: Math.max(0, this.now().waiting - seconds) });
      }
      await this.sound.remove(name);
    }
  }

  /** @returns false where no key came, or somebody signed out before it did */
  private async unlock(sessionId: string, ask: (id: string) => Promise<{ device_key: string } | undefined>): Promise<boolean> {
    if (this.sound.isUnlocked(sessionId)) return true;
    const { locks } = this;
    const told = await ask(sessionId);
    if (!told || locks !== this.locks) return false;
    await this.sound.unlock(sessionId, told.device_key);
    return true;
  }

  private async sendOne(open: OpenRecording, place: ChunkPlace, pcm: ArrayBuffer): Promise<boolean> {
    const { sessionId } = open;
    const stored = await this.insist(() => recordingCalls.keep({ sessionId, fence: this.open?.fence ?? open.fence, ...place }, pcm));
    if (!stored) return false;
    const { session } = this.now();
    if (session) this.set({ session: { ...session, ...stored } });
    // The planned time is over, or somebody ended it elsewhere.
    if (!isLive(stored)) await this.drop();
    return true;
  }

  /** What the server refuses for good ends the recording here. @returns undefined then */
  private async insist<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    let before = this.open;
    const attempt = () => {
      before = this.open;
      return call();
    };
    try {
      return await this.calls.make(attempt, () => this.open !== undefined);
    } catch (error) {
      // Meanwhile this window took the session over: the same call, under the new lease.
      if (this.open && this.open !== before) return this.insist(call);
      if (error instanceof ApiError) await this.refused(error.status, error.detail);
      return undefined;
    }
  }

  /** Where the session goes on elsewhere, what waits here is that window's to send. */
  private async refused(status: number, detail: string): Promise<void> {
    const { open } = this;
    if (!open) return;
    // Somebody else is signed in by now, perhaps: it is for its owner to say what becomes of it.
    if (status === 403 || status === 404) return this.putAside(detail);
    const session = status === 409 ? await recordingCalls.status(open.sessionId).catch(() => undefined) : undefined;
    if (!session || !isLive(session)) return this.drop(detail);
    await this.putAside(detail);
  }

  /** Nothing more is heard or sent here; what is sealed stays, for this account or for the window that goes on. */
  private async putAside(refusal?: string): Promise<void> {
    this.open = undefined;
    this.set({ ...IDLE, refusal });
    const { microphone } = this;
    this.microphone = undefined;
    this.letOthers?.();
    await microphone?.close();
  }

  /** A word to the server that changes nothing here when it is not heard: the session is paused by silence too. */
  private async told(call: () => Promise<DeviceSession>): Promise<void> {
    try {
      this.set({ session: await call() });
    } catch (error) {
      if (error instanceof ApiError && !comesBack(error.status)) await this.refused(error.status, error.detail);
    }
  }

  private async keepOpen(account: string, { session_id: sessionId, fence, part, sample_rate: rate }: DeviceSession): Promise<void> {
    this.open = { account, sessionId, fence, part, rate, at: this.open?.at ?? Date.now() };
    await this.sound.keepOpen(this.open);
  }

  private async forget(open: OpenRecording, refusal?: string): Promise<void> {
    this.open = undefined;
    await this.sound.forget(open);
    this.set({ ...IDLE, refusal });
    this.letOthers?.();
  }

  private async waitingSeconds(): Promise<number> {
    const { open } = this;
    if (!open) return 0;
    return (await this.sound.size(open.sessionId)) / 2 / open.rate;
  }

  /** @returns whether no other window records it; it is this one's until it is let go */
  private claim(sessionId: string): Promise<boolean> {
    if (!('locks' in navigator)) return Promise.resolve(true);
    return new Promise((resolve) => {
      void navigator.locks.request(`attune-recording-${sessionId}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<void>((letGo) => (this.letOthers = letGo));
      });
    });
  }
}

/** The one recorder of this window: it goes on while another tab of the dashboard is looked at. */
export const deviceRecorder = new DeviceRecorder();
watchSignedOut(() => void deviceRecorder.lock());

function isLive({ status }: { status: string }): boolean {
  return status === 'joining' || status === 'recording';
}
