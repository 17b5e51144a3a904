/** What a toast may carry beside its sentence. */
export interface ToastOptions {
  action?: { label: string; onClick: () => void };
  /** Milliseconds on screen; the toaster's own default without it. */
  duration?: number;
}

export type ToastKind = 'success' | 'error' | 'info';

export interface ToastMessage {
  kind: ToastKind;
  text: string;
  options: ToastOptions;
}

type Toaster = (message: ToastMessage) => void;

let toaster: Toaster | undefined;
let summon: (() => void) | undefined;
const waiting: ToastMessage[] = [];

function show(kind: ToastKind, text: string, options: ToastOptions = {}): void {
  const message = { kind, text, options };
  if (toaster) return toaster(message);
  waiting.push(message);
  summon?.();
}

/** Short news at the edge of the page, read out to those who do not see it. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
};

/** The shell names what fetches the toaster; it is called when the first toast waits for one. */
export function summonToaster(load: () => void): void {
  summon = load;
  if (waiting.length > 0) load();
}

/** The toaster is there: it gets what waited and everything from now on. Returns how to disconnect it. */
export function connectToaster(connected: Toaster): () => void {
  toaster = connected;
  for (const message of waiting.splice(0)) connected(message);
  return () => {
    if (toaster === connected) toaster = undefined;
  };
}
