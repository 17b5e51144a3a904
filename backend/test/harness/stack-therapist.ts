import type { RunningStack } from '../../../docker/local/src/stack/forked-stack';

/** The demo therapist's browser, in front of a whole product that runs. */
export class StackTherapist {
  private readonly cookies = new Map<string, string>();

  private constructor(private readonly stack: RunningStack) {}

  static async signIn(stack: RunningStack): Promise<StackTherapist> {
    const therapist = new StackTherapist(stack);
    const start = await therapist.ask('GET', '/api/auth/google?redirect=/dashboard');
    const landing = await therapist.throughGoogle(start.headers.get('location') ?? '');
    const session = await therapist.ask('POST', '/api/auth/session', { session_id: landing.split('#session_id=')[1] });
    if (!session.ok) throw new Error(`nobody was signed in: ${session.status} ${await session.text()}`);
    return therapist;
  }

  /** Goes the whole way through Google's consent page and back. */
  async connectCalendar(): Promise<void> {
    const { authorization_url } = await this.get<{ authorization_url: string }>('/api/auth/google/calendar');
    const landing = await this.throughGoogle(authorization_url);
    if (landing !== '/dashboard?calendar_connected=true') throw new Error(`the calendar was not connected: ${landing}`);
  }

  async get<Body>(path: string): Promise<Body> {
    const answer = await this.ask('GET', path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  async ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Response> {
    if (method !== 'GET' && !this.cookies.has('XSRF-TOKEN')) await this.ask('GET', '/api/auth/me');
    const headers: Record<string, string> = { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: new URL(this.stack.url).origin };
    if (method !== 'GET') headers['x-xsrf-token'] = decodeURIComponent(this.cookies.get('XSRF-TOKEN') ?? '');
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await fetch(`${this.stack.url}${path}`, { method, headers, redirect: 'manual', ...(body !== undefined && { body: JSON.stringify(body) }) });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    return answer;
  }

  /** @returns where the browser lands */
  private async throughGoogle(address: string): Promise<string> {
    const url = new URL(address);
    const form = new URLSearchParams(url.search);
    form.set('choice', 'demo');
    const answer = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form, redirect: 'manual', headers: { origin: url.origin, 'sec-fetch-site': 'same-origin' } });
    const back = new URL(answer.headers.get('location') ?? '');
    return (await this.ask('GET', `${back.pathname}${back.search}`)).headers.get('location') ?? '';
  }
}

/** The hand that plays a person at the demo Google of a running product. */
export async function atGoogle<Result>(stack: RunningStack, deed: string, fields: object): Promise<Result> {
  const answer = await fetch(`${stack.url}/dev/google/control`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ do: deed, ...fields }) });
  const { result, error } = (await answer.json()) as { result: Result; error?: string };
  if (error !== undefined) throw new Error(error);
  return result;
}
