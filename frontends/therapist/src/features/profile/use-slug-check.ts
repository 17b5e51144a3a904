import { useQuery } from '@attune/shared-ui/runtime';
import { useEffect, useState } from 'react';
import { slugQuery } from './profile.api';
import { slugProblem } from './slug';

/** How long typing rests before the server is asked. */
const REST_MS = 400;

export type SlugCheck = { status: 'checking' } | { status: 'free' | 'taken' | 'not_allowed'; detail: string };

/** What the server says of a link while it is typed; undefined for the saved one, for one that cannot be, and while nobody knows. */
export function useSlugCheck(slug: string, saved: string): SlugCheck | undefined {
  const [rested, setRested] = useState(slug);
  useEffect(() => {
    const timer = setTimeout(() => setRested(slug), REST_MS);
    return () => clearTimeout(timer);
  }, [slug]);
  const isAsked = slug !== '' && slug !== saved && slugProblem(slug) === null;
  const isRested = rested === slug;
  const check = useQuery({ ...slugQuery(slug), enabled: isAsked && isRested });
  if (!isAsked || check.isError) return undefined;
  return check.data ?? { status: 'checking' };
}
