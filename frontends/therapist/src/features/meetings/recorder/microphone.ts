const CHUNK_SECONDS = 2;
const LEVELS_A_SECOND = 10;
const FLUSH_MS = 2_000;

/** Sound as the server takes it: mono, 16 bit, little-endian. */
export interface HeardChunk {
  /** Counted from the beginning of the part. */
  startFrame: number;
  /** When it began, as an ISO instant of this device. */
  capturedAt: string;
  pcm: ArrayBuffer;
}

export interface MicrophoneListener {
  onChunk: (chunk: HeardChunk) => void;
  /** Ten times a second: the peak since the last time, 0 to 1. */
  onLevel: (level: number) => void;
  /** It was pulled out, or taken away by the browser. */
  onLost: () => void;
  /** Something else has it for a while, as a telephone call does: nothing is heard meanwhile, and what is missing is counted. */
  onStill: (isStill: boolean) => void;
}

/** Why a microphone cannot be heard. */
export type MicrophoneProblem = 'refused' | 'missing' | 'busy' | 'unsupported';

export class MicrophoneFailed extends Error {
  constructor(readonly problem: MicrophoneProblem) {
    super(`The microphone cannot be heard: ${problem}.`);
  }
}

/** The device's microphone while it is heard; each one that is opened is a part of the recording. */
export class Microphone {
  private constructor(
    private readonly stream: MediaStream,
    private readonly context: AudioContext,
    /** Held: while a context stands still, browsers collect a source that nobody holds, and nothing is heard from there on. */
    private readonly source: MediaStreamAudioSourceNode,
    private readonly processor: AudioWorkletNode,
  ) {}

  /** Asks the person for the microphone where the browser does not know yet. @throws MicrophoneFailed */
  static async ask(): Promise<MediaStream> {
    if (!('mediaDevices' in navigator) || !('AudioWorkletNode' in window)) throw new MicrophoneFailed('unsupported');
    try {
      return await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, autoGainControl: true, echoCancellation: false, noiseSuppression: false } });
    } catch (error) {
      throw new MicrophoneFailed(problemOf(error));
    }
  }

  /** Begins to hear. @param rate frames a second @throws MicrophoneFailed `unsupported` where the browser cannot give that rate; the stream is let go then */
  static async open(stream: MediaStream, rate: number, listener: MicrophoneListener): Promise<Microphone> {
    const context = new AudioContext({ sampleRate: rate });
    try {
      await context.audioWorklet.addModule(new URL('./pcm-processor.js', import.meta.url).href);
      const source = context.createMediaStreamSource(stream);
      const processor = new AudioWorkletNode(context, 'pcm', {
        numberOfOutputs: 0,
        processorOptions: { chunkFrames: CHUNK_SECONDS * rate, levelFrames: Math.round(rate / LEVELS_A_SECOND) },
      });
      const microphone = new Microphone(stream, context, source, processor);
      const began = Date.now();
      processor.port.onmessage = ({ data }: MessageEvent<ProcessorMessage>) => {
        if (data.kind === 'level') listener.onLevel(data.level);
        if (data.kind === 'chunk') listener.onChunk({ startFrame: data.startFrame, capturedAt: new Date(began + (data.startFrame / rate) * 1_000).toISOString(), pcm: data.pcm });
      };
      source.connect(processor);
      await context.resume();
      microphone.watch(listener);
      return microphone;
    } catch {
      release(stream);
      void context.close();
      throw new MicrophoneFailed('unsupported');
    }
  }

  /** A muted microphone gives silence: it is no sound of the session, so that none is made of it. */
  private watch({ onLost, onStill }: Pick<MicrophoneListener, 'onLost' | 'onStill'>): void {
    const { context } = this;
    for (const track of this.stream.getAudioTracks()) {
      track.onended = () => onLost();
      track.onmute = () => void context.suspend();
      track.onunmute = () => void context.resume();
    }
    context.onstatechange = () => onStill(context.state !== 'running');
  }

  /** Hears nothing more; the last piece of sound is given to the listener first. */
  async close(): Promise<void> {
    this.context.onstatechange = null;
    for (const track of this.stream.getAudioTracks()) track.onended = track.onmute = track.onunmute = null;
    const { port } = this.processor;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FLUSH_MS);
      port.addEventListener('message', ({ data }: MessageEvent<ProcessorMessage>) => {
        if (data.kind !== 'flushed') return;
        clearTimeout(timer);
        resolve();
      });
      port.postMessage('flush');
    });
    this.source.disconnect();
    release(this.stream);
    await this.context.close();
  }
}

type ProcessorMessage = { kind: 'level'; level: number } | { kind: 'chunk'; startFrame: number; pcm: ArrayBuffer } | { kind: 'flushed' };

/** The browser's sign that it listens goes out. */
export function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return 'busy';
}
