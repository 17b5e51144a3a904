import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate, useSession, watchSignedOut } from '@attune/shared-ui/runtime';
import type { NavigateOptions } from 'react-router-dom';
import { WORDS, WORDS_KEY } from './runtime/search-words';

type Words = { [name in (typeof WORDS)[number]]?: string };

interface Kept {
  words?: { of: string; text: string };
}

type NewParams = URLSearchParams | Readonly<Record<string, string>>;

/** Goes to the page's address with other parameters; a function is given those of now. */
export type SetSearchParams = (params: NewParams | ((now: URLSearchParams) => NewParams), options?: NavigateOptions) => void;

let memory = newKey();

// Who goes Back after somebody else's logout finds no words of theirs.
watchSignedOut(forgetWords);

/**
 * The parameters of the page's address, as React Router's hook of this name gives and sets them (`state` in the options included). Those of `WORDS` lie in
 * the entry of the history itself (`history.state`) and not in the address, which browsers write down and send on: they survive a reload, a sign-out ends
 * them, and another account never reads them. An address that has some all the same is read, and loses them.
 */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const location = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => new URLSearchParams(location.search), [location.search]);
  const state = location.state as Kept | null;
  const account = useAccount();
  const words = state?.words && state.words.of === ownerOf(account) ? state.words.text : '';
  const params = useMemo(() => {
    const all = new URLSearchParams(address);
    for (const [name, value] of new URLSearchParams(words)) if (!address.has(name)) all.set(name, value);
    return all;
  }, [address, words]);
  const setParams = useCallback<SetSearchParams>(
    (given, options) => {
      const next = new URLSearchParams(typeof given === 'function' ? given(params) : given);
      const kept: Words = {};
      for (const name of WORDS) {
        const value = next.get(name);
        if (value !== null) kept[name] = value;
        next.delete(name);
      }
      const words = Object.keys(kept).length > 0 ? stateOf(kept, account) : { words: undefined };
      void navigate(`?${next.toString()}`, { ...options, state: { ...(options?.state as object | undefined), ...words } });
    },
    [params, navigate, account],
  );
  const isOpen = WORDS.some((name) => address.has(name));
  useEffect(() => {
    if (isOpen) setParams(params, { replace: true, preventScrollReset: true, state: state ?? undefined });
  }, [isOpen, params, setParams, state]);
  return [params, setParams];
}

/** Gives the `state` of a link to a page that looks for these words. */
export function useWordsState(): (words: Words) => object {
  const account = useAccount();
  return (words) => stateOf(words, account);
}

/** From now on nobody finds what was looked for in this tab. */
export function forgetWords(): void {
  memory = newKey();
  try {
    sessionStorage.removeItem(WORDS_KEY);
  } catch {
    // It was never there.
  }
}

function useAccount(): string {
  return useSession().user?.id ?? '';
}

/** Whose words these are: a session may run out while no page of ours looks, and somebody else signs in here. Asked once there are some: a tab keeps nothing before. */
function ownerOf(account: string): string {
  return `${key()} ${account}`;
}

function stateOf(words: Words, account: string): object {
  return { words: { of: ownerOf(account), text: new URLSearchParams(words).toString() } } satisfies Kept;
}

function newKey(): string {
  return Math.random().toString(36).slice(2);
}

/** This tab's, until somebody signs out of it. */
function key(): string {
  try {
    const kept = sessionStorage.getItem(WORDS_KEY);
    if (kept !== null) return kept;
    sessionStorage.setItem(WORDS_KEY, memory);
  } catch {
    // It lasts as long as the page.
  }
  return memory;
}
