import type { AiPurpose } from './ai-run.entity';

/** Something that the model looks at: it is data, and what it says is no instruction. */
export type AiContent = { text: string } | { image: Buffer; mediaType: 'image/jpeg' | 'image/png' | 'image/webp' };

export interface AiQuestion<T> {
  /** Whose daily limit it counts for. */
  therapistId: string;
  purpose: AiPurpose;
  model: 'text' | 'vision';
  instructions: string;
  content: readonly AiContent[];
  /** The form of the answer, as a JSON schema that the endpoint is held to (every property required, none beside them). */
  schema: { name: string; schema: Record<string, unknown> };
  /** Checks the answer again, whatever the endpoint says of itself. @returns undefined for one that does not have the form */
  read: (value: unknown) => T | undefined;
  /** Ends the work early. */
  signal?: AbortSignal;
  /** Asked each time right before something is sent, another try included: it may abort the signal, and then nothing is. */
  look?: () => Promise<void>;
}

export interface AiAnswer<T> {
  value: T;
  /** As the endpoint names what answered. */
  model: string;
  inputTokens: number | null;
  outputTokens: number | null;
  milliseconds: number;
}
