export const REDIS_KINDS = ['single', 'sentinel', 'cluster'] as const;
export type RedisKind = (typeof REDIS_KINDS)[number];

/** Where Redis is. `nodes`: the server, the sentinels that know it, or some servers of a cluster. */
export interface RedisAddress {
  kind: RedisKind;
  nodes: { host: string; port: number }[];
  username: string | undefined;
  password: string | undefined;
  db: number;
  tls: boolean;
  /** What the sentinels call it, and their own password. */
  sentinel: { name: string; password: string | undefined };
}

const USUAL_PORT = { single: 6379, sentinel: 26379, cluster: 6379 } as const;
const ADDRESS = /^(?<scheme>rediss?):\/\/(?<user>[^@/]*@)?(?<hosts>[^@/?#]+)(?<path>\/\d*)?$/;

/** Reads `redis://user:password@host:6379/0`, where several hosts stand with commas between them. @returns undefined where it is none of that kind */
export function redisAddress(url: string, kind: RedisKind, sentinel: RedisAddress['sentinel'] = { name: 'mymaster', password: undefined }): RedisAddress | undefined {
  const { scheme, user = '', hosts = '', path = '' } = ADDRESS.exec(url)?.groups ?? {};
  const all = hosts.split(',').map((host) => `${scheme}://${user}${host}${path}`);
  if (scheme === undefined || hosts.split(',').includes('') || !all.every((one) => URL.canParse(one))) return undefined;
  const urls = all.map((one) => new URL(one));
  const db = Number(path.slice(1));
  if ((kind === 'single' && urls.length > 1) || (kind === 'cluster' && db !== 0)) return undefined;
  return {
    kind,
    nodes: urls.map(({ hostname, port }) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || USUAL_PORT[kind] })),
    username: decoded(urls[0]?.username),
    password: decoded(urls[0]?.password),
    db,
    tls: scheme === 'rediss',
    sentinel,
  };
}

function decoded(part: string | undefined): string | undefined {
  return part ? decodeURIComponent(part) : undefined;
}
