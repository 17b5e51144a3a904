import { ApiError, readDrafts, watchSignedOut, writeDraft } from '@attune/shared-ui/runtime';
import { recordingCalls, type UploadPlan, type UploadSession } from '../recording.api';
import { Observable } from './observable';
import { type LineState, OPEN_LINE, PersistentCalls } from './persistent-calls';

const DRAFT = 'meeting-upload';

/** The file of an upload that is not over: the page that comes back has to be given the same one again. */
interface KnownFile {
  sessionId: string;
  name: string;
  size: number;
  lastModified: number;
}

export interface UploadState extends LineState {
  /** `file_needed`: the page was loaded anew, and a browser keeps no files. */
  phase: 'idle' | 'sending' | 'file_needed';
  session: UploadSession | undefined;
  name: string;
  /** 0 to 1, of the file's blocks. */
  sent: number;
  /** Why it ended without the whole file, as a sentence. */
  refusal: string | undefined;
}

const IDLE: UploadState = { phase: 'idle', session: undefined, name: '', sent: 0, ...OPEN_LINE, refusal: undefined };

/** Sends a file in blocks; what is stored is not sent again, whatever cut the upload off. */
export class FileUpload extends Observable<UploadState> {
  private readonly calls = new PersistentCalls((state) => {
    if (this.now().line !== state.line || this.now().noRoom !== state.noRoom) this.set(state);
  });
  private running: symbol | undefined;
  /** Changes with whose upload it is. */
  private turn = Symbol();

  constructor() {
    super(IDLE);
  }

  /** Begins a session with this file, and to send it. @throws ApiError when none begins */
  async begin(account: string, plan: UploadPlan, file: File): Promise<void> {
    const session = await recordingCalls.beginUpload(plan, file.size);
    const { name, size, lastModified } = file;
    writeDraft(account, DRAFT, { sessionId: session.session_id, name, size, lastModified } satisfies KnownFile);
    void this.send(account, session, file);
  }

  /** After a reload: finds the upload that this tab was at. */
  async restore(account: string): Promise<void> {
    const known = readDrafts<KnownFile>(account)[DRAFT];
    if (!known || this.now().phase !== 'idle') return;
    const { turn } = this;
    try {
      const session = await recordingCalls.showUpload(known.sessionId);
      if (this.turn !== turn) return;
      if (session.phase !== 'queued') return this.forget(account);
      this.set({ ...IDLE, phase: 'file_needed', session, name: known.name, sent: shareOf(session) });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.forget(account);
    }
  }

  /** @returns false for another file than the one that was begun with */
  async goOn(account: string, file: File): Promise<boolean> {
    const known = readDrafts<KnownFile>(account)[DRAFT];
    const { session } = this.now();
    const isSame = known?.name === file.name && known.size === file.size && known.lastModified === file.lastModified;
    if (!session || !isSame) return false;
    void this.send(account, session, file);
    return true;
  }

  /** The session was cancelled, or its consent withdrawn. */
  readonly forget = (account: string, refusal?: string): void => {
    this.running = undefined;
    writeDraft(account, DRAFT);
    this.set({ ...IDLE, refusal });
  };

  /** Whoever began it is not signed in any more: a file's name may be a client's. */
  lock(): void {
    this.turn = Symbol();
    this.running = undefined;
    this.set(IDLE);
  }

  readonly putAway = (): void => this.set({ refusal: undefined });

  readonly tryNow = (): void => this.calls.tryNow();

  private async send(account: string, begun: UploadSession, file: File): Promise<void> {
    const turn = Symbol();
    this.running = turn;
    const isWanted = () => this.running === turn;
    const { session_id: id, block_bytes: size, blocks } = begun;
    this.set({ ...IDLE, phase: 'sending', session: begun, name: file.name, sent: shareOf(begun) });
    try {
      const stored = new Set(begun.stored);
      for (let block = 0; block < blocks; block += 1) {
        if (stored.has(block)) continue;
        const bytes = await file.slice(block * size, (block + 1) * size).arrayBuffer();
        const session = await this.calls.make(() => recordingCalls.keepBlock(id, block, bytes), isWanted);
        if (!session || !isWanted()) return;
        this.set({ session, sent: shareOf(session) });
      }
      await this.calls.make(() => recordingCalls.completeUpload(id), isWanted);
      if (isWanted()) this.forget(account);
    } catch (error) {
      if (!isWanted()) return;
      // A file that cannot be read any more, such as one on a stick that was pulled out, is asked for again.
      if (!(error instanceof ApiError)) return this.set({ phase: 'file_needed' });
      // The consent stays good for another file; where it was withdrawn, there is nothing to cancel.
      await recordingCalls.cancel(id).catch(() => undefined);
      this.forget(account, error.detail);
    }
  }
}

/** The one upload of this window: it goes on while another tab of the dashboard is looked at. */
export const fileUpload = new FileUpload();
watchSignedOut(() => fileUpload.lock());

function shareOf({ stored, blocks }: UploadSession): number {
  return blocks === 0 ? 0 : stored.length / blocks;
}
