/*
 * Runs in the meeting's page before any of its scripts: hears the sound that arrives over WebRTC, mixes it to mono, and hands it over in chunks of
 * 16 bit, little-endian. Nothing is recorded before `attuneCapture.begin`. Chromium plays the sound of a remote track into an audio graph only where
 * some media element plays it too, so each has a silent one.
 */
(() => {
  const CHUNK_SECONDS = 2;
  /** What piled up beyond a minute is let go: it is missing, and said to be. */
  const MOST_WAITING = 30;
  const WORKLET = `registerProcessor('attune-mix', class extends AudioWorkletProcessor {
    constructor({ processorOptions: { chunkFrames } }) {
      super();
      this.samples = new Int16Array(chunkFrames);
      this.filled = 0;
      this.start = 0;
      this.isOver = false;
      this.hasBegun = false;
      this.port.onmessage = () => { this.isOver = true; this.send(); this.port.postMessage({ isLast: true }); };
    }
    process([channels]) {
      if (this.isOver) return false;
      if (!this.hasBegun) {
        this.hasBegun = true;
        this.port.postMessage({ isFirst: true });
      }
      for (let at = 0; at < 128; at += 1) {
        const sample = channels.length > 0 ? channels[0][at] : 0;
        this.samples[this.filled++] = Math.round(Math.max(-1, Math.min(1, sample)) * 32767);
        if (this.filled === this.samples.length) this.send();
      }
      return true;
    }
    send() {
      if (this.filled === 0) return;
      const pcm = this.samples.slice(0, this.filled).buffer;
      this.port.postMessage({ startFrame: this.start, pcm }, [pcm]);
      this.start += this.filled;
      this.filled = 0;
    }
  })`;

  const tracks = new Set();
  const waiting = [];
  let graph;
  let isSending = false;
  let lastIsHere;

  function plug(track) {
    const stream = new MediaStream([track]);
    const silent = new Audio();
    silent.muted = true;
    silent.srcObject = stream;
    void silent.play().catch(() => undefined);
    graph.context.createMediaStreamSource(stream).connect(graph.mix);
  }

  function take(track) {
    if (track.kind !== 'audio' || tracks.has(track)) return;
    tracks.add(track);
    track.addEventListener('ended', () => tracks.delete(track));
    if (graph) plug(track);
  }

  globalThis.RTCPeerConnection = new Proxy(globalThis.RTCPeerConnection, {
    construct(target, values, made) {
      const connection = Reflect.construct(target, values, made);
      connection.addEventListener('track', ({ track }) => take(track));
      return connection;
    },
  });

  function text(buffer) {
    const bytes = new Uint8Array(buffer);
    let characters = '';
    for (let at = 0; at < bytes.length; at += 0x8000) characters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(characters);
  }

  async function send() {
    if (isSending) return;
    isSending = true;
    while (waiting.length > 0) {
      const { pcm, ...place } = waiting[0];
      if (!(await globalThis.attuneHeard({ ...place, pcm: text(pcm) }).catch(() => false))) break;
      waiting.shift();
    }
    isSending = false;
    if (waiting.length === 0) lastIsHere?.();
  }

  /**
   * How far what is heard is behind the time, in milliseconds. Both clocks are asked at once: a page that computes is late with everything, and its sound
   * goes on meanwhile; a machine that is too busy to hear has the sound's clock stand still.
   */
  function behind() {
    const now = performance.now();
    return now - graph.context.currentTime * 1_000;
  }

  globalThis.attuneCapture = {
    tracks: () => [...tracks].filter(({ readyState }) => readyState === 'live').length,

    async begin(rate) {
      const context = new AudioContext({ sampleRate: rate });
      await context.audioWorklet.addModule(URL.createObjectURL(new Blob([WORKLET], { type: 'text/javascript' })));
      const mix = new AudioWorkletNode(context, 'attune-mix', {
        channelCount: 1,
        channelCountMode: 'explicit',
        numberOfOutputs: 0,
        processorOptions: { chunkFrames: rate * CHUNK_SECONDS },
      });
      graph = { context, mix };
      mix.port.onmessage = ({ data }) => {
        // The time that it took to begin is not lost: nothing was to be heard yet.
        if (data.isFirst) return void (graph.behindAtFirst = behind());
        if (data.isLast) lastIsHere = () => graph.done();
        else if (waiting.length < MOST_WAITING) waiting.push({ ...data, lostMs: behind() - graph.behindAtFirst });
        void send();
      };
      tracks.forEach(plug);
      await context.resume();
    },

    /** Comes back when all that was heard is handed over. */
    end() {
      return new Promise((resolve) => {
        graph.done = resolve;
        graph.mix.port.postMessage('end');
      });
    },
  };
})();
