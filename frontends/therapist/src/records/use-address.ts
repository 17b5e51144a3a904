import { useSearchParams } from '@attune/shared-ui/search-params';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** The part of the address behind the question mark, and a way to change some of it: where somebody is survives a reload. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = (part: Record<string, string | undefined>, replace = false) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return { params, change };
}

/** An id of the address, if it is one. */
export function idIn(params: URLSearchParams, name: string): string | undefined {
  const text = params.get(name);
  return text !== null && UUID.test(text) ? text : undefined;
}
