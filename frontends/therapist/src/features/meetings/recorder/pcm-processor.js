/** Longer than sound is ever late. */
const HOLE_MS = 1_000;

/**
 * Runs on the audio thread: turns what a microphone gives into chunks of mono sound, 16 bit, little-endian. What is too short for a chunk
 * goes out when the recorder sends `flush`, and nothing after it. Where the device stood still meanwhile (asleep, or taken by a telephone
 * call), the frames that are missing are counted all the same: what comes next begins as much later.
 */
class PcmProcessor extends AudioWorkletProcessor {
  constructor({ processorOptions: { chunkFrames, levelFrames } }) {
    super();
    this.chunkFrames = chunkFrames;
    this.levelFrames = levelFrames;
    this.samples = new Int16Array(chunkFrames);
    this.filled = 0;
    this.startFrame = 0;
    this.peak = 0;
    this.sincePeak = 0;
    this.heardAt = undefined;
    this.isOver = false;
    this.port.onmessage = () => {
      this.isOver = true;
      this.send();
      this.port.postMessage({ kind: 'flushed' });
    };
  }

  process([channels]) {
    if (this.isOver) return false;
    this.countHole();
    const frames = channels[0]?.length ?? 0;
    for (let at = 0; at < frames; at += 1) {
      let sum = 0;
      for (const channel of channels) sum += channel[at];
      const sample = Math.max(-1, Math.min(1, sum / channels.length));
      this.peak = Math.max(this.peak, Math.abs(sample));
      this.samples[this.filled] = Math.round(sample * 32_767);
      this.filled += 1;
      if (this.filled === this.chunkFrames) this.send();
    }
    this.sincePeak += frames;
    if (this.sincePeak >= this.levelFrames) {
      this.port.postMessage({ kind: 'level', level: this.peak });
      this.peak = 0;
      this.sincePeak = 0;
    }
    return true;
  }

  countHole() {
    const now = Date.now();
    const missing = now - (this.heardAt ?? now);
    this.heardAt = now;
    if (missing < HOLE_MS) return;
    this.send();
    this.startFrame += Math.round((missing * sampleRate) / 1_000);
  }

  send() {
    if (this.filled === 0) return;
    // Every machine that browsers run on keeps numbers little-endian, which is what the server takes.
    const pcm = this.samples.slice(0, this.filled).buffer;
    this.port.postMessage({ kind: 'chunk', startFrame: this.startFrame, pcm }, [pcm]);
    this.startFrame += this.filled;
    this.filled = 0;
  }
}

registerProcessor('pcm', PcmProcessor);
