import { webcrypto } from 'node:crypto';
import { sampleId } from '@attune/shared-ui/testing/fake-api';
import type { DeviceSession, SessionStatus } from '../features/meetings/recording.api';
import { Microphone, type MicrophoneListener } from '../features/meetings/recorder/microphone';

const RATE = 16_000;

export const anAccount = sampleId;

/** What seals sound that waits on the device, as the server tells it. */
export const sampleDeviceKey = () => ({ json: { device_key: Buffer.alloc(32, 7).toString('base64') } });

/** A session that a device records. */
export function sampleDeviceSession(part: Partial<DeviceSession & SessionStatus> = {}): DeviceSession & SessionStatus {
  return {
    session_id: sampleId(),
    consent_id: sampleId(),
    client_id: null,
    route: 'device',
    platform: null,
    status: 'recording',
    phase: 'in_call',
    sentence: 'It records.',
    end_reason: null,
    notetaker_words: null,
    estimated_completion: '2026-11-26T11:00:00.000Z',
    start_time: '2026-11-26T10:00:00.000Z',
    end_time: null,
    session_duration_minutes: 60,
    audio_quality: 'low',
    sample_rate: RATE,
    is_paused: false,
    is_interrupted: false,
    recorded_seconds: 2,
    level: 0.2,
    heard_of_at: '2026-11-26T10:00:02.000Z',
    sound_kept_until: null,
    sound_is_destroyed: false,
    has_transcript: false,
    transcript_state: 'none',
    has_analysis: false,
    analysis_state: 'none',
    failure_code: null,
    gaps: [],
    coverage: 1,
    is_partial: false,
    fence: 1,
    part: 1,
    ...part,
  };
}

/** A microphone in place of the browser's, which jsdom has not. @returns makes the next two seconds of sound be heard */
export function heardHere(): { hear(): void } {
  // Node's own take only Node's bytes, which `structuredClone` makes.
  Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
  let listener: MicrophoneListener | undefined;
  let frame = 0;
  jest.spyOn(Microphone, 'ask').mockResolvedValue({ getTracks: () => [] } as unknown as MediaStream);
  jest.spyOn(Microphone, 'open').mockImplementation((_stream, _rate, given) => {
    listener = given;
    return Promise.resolve({ close: () => Promise.resolve() } as unknown as Microphone);
  });
  const hear = (): void => {
    listener?.onChunk({ startFrame: frame, capturedAt: new Date().toISOString(), pcm: structuredClone(new ArrayBuffer(2 * RATE * 2)) });
    frame += 2 * RATE;
  };
  return { hear };
}
