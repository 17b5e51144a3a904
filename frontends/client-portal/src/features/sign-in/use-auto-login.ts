import { useEffect, useRef } from 'react';
import { logIn } from './sign-in.api';

/** How long after a registration the browser that made it is let in by itself. */
export const AUTO_LOGIN_MS = 1_000;

interface AutoLoginOptions {
  /** The address that was just registered; null while there is none. */
  email: string | null;
  onEntered: () => void;
  onCode: (wait: number) => void;
  /** It did not work; nothing is said about it. */
  onFailure: () => void;
}

/** The sign-in that follows a registration by itself. */
export function useAutoLogin({ email, ...outcomes }: AutoLoginOptions): void {
  const latest = useRef(outcomes);
  latest.current = outcomes;
  useEffect(() => {
    if (email === null) return undefined;
    let here = true;
    const attempt = async () => {
      try {
        const sent = await logIn(email);
        if (!here) return;
        if (sent === undefined) latest.current.onEntered();
        else latest.current.onCode(sent.resend_after_seconds);
      } catch {
        if (here) latest.current.onFailure();
      }
    };
    const timer = setTimeout(() => void attempt(), AUTO_LOGIN_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [email]);
}
