import { RemoteName } from '../config/app-config';

/** One line of the shell's route table, as its build emits it. */
export interface PageRoute {
  path: string;
  remote?: RemoteName;
  page?: string;
}

export interface RouteMatch {
  route: PageRoute;
  params: Record<string, string>;
}

/** The first route that fits, `:name` taking one segment. */
export function matchRoute(routes: readonly PageRoute[], pathname: string): RouteMatch | undefined {
  const segments = split(pathname);
  for (const route of routes) {
    const params = matchSegments(split(route.path), segments);
    if (params) return { route, params };
  }
  return undefined;
}

function split(path: string): string[] {
  return path.split('/').filter(Boolean);
}

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(segment);
    else if (part !== segment) return undefined;
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
