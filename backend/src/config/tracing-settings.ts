import type { Environment } from './environment';

/** Those that OpenTelemetry names. Nobody's trace is gone on with here, so that one with `parentbased_` in front is the same as without. */
export const SAMPLERS = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const;
export type Sampler = (typeof SAMPLERS)[number];

/** What collectors take on the port 4318. */
export const PROTOCOLS = ['http/json'] as const;

/** Where traces go. `share`: how many of all, from 0 to 1. */
export interface TracesTo {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Undefined: by the process. */
  service: string | undefined;
  share: number;
}

type Settings = Pick<Environment, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>;

export function tracesTo(env: Settings): TracesTo | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = env;
  if (endpoint === undefined) return undefined;
  const share = sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : env.OTEL_TRACES_SAMPLER_ARG;
  return { url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`, headers: headersIn(env.OTEL_EXPORTER_OTLP_HEADERS) ?? {}, service: env.OTEL_SERVICE_NAME, share };
}

/** What is wrong with them, without their values: a key may stand there. */
export function tracingProblems({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }: Settings): string[] {
  return [
    ...(endpoint === undefined || isEndpoint(endpoint) ? [] : ['OTEL_EXPORTER_OTLP_ENDPOINT must be the http:// or https:// address of a collector, such as http://127.0.0.1:4318, without a user, a query or /v1/traces; a key belongs in OTEL_EXPORTER_OTLP_HEADERS.']),
    ...(headers === undefined || headersIn(headers) ? [] : ['OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas, values percent-encoded.']),
  ];
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash, pathname } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '' && !/\/v1\/traces\/?$/.test(pathname);
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** @returns undefined where it is no list of headers */
function headersIn(text: string | undefined): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const part of (text ?? '').split(',').filter((each) => each.trim() !== '')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    const value = decoded(part.slice(at + 1).trim());
    if (!HEADER_NAME.test(name) || value === undefined) return undefined;
    headers[name] = value;
  }
  return headers;
}

/** What may stand in a header. */
function decoded(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /^[\t\x20-\x7e]+$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
