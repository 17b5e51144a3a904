import { exchange } from '../practice/record.mjs';

/** Different for every answer, or said by Node in its own spelling. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive', 'x-request-id', 'link']);

/**
 * A comparison means something only between equal answers.
 * @param {Record<string, Buffer>} requests by name
 * @param {import('./rounds.mjs').Contender[]} contenders the first is the one to equal
 * @throws {Error} naming the first difference
 */
export async function assertEqualAnswers(requests, contenders) {
  const [expected, ...others] = contenders;
  for (const [name, request] of Object.entries(requests)) {
    const wanted = await exchange(expected.server.port, request);
    for (const other of others) {
      const given = await exchange(other.server.port, request);
      if (given.body !== wanted.body) throw new Error(`${other.name} answers ${name} differently:\n${difference(wanted.body, given.body)}`);
      const [ours, theirs] = [headersOf(wanted), headersOf(given)];
      if (ours !== theirs) throw new Error(`${other.name} sends other headers for ${name}:\n${ours}\n---\n${theirs}`);
    }
  }
}

/** Ids, secrets and the time itself, which is another one for each. */
const OWN_VALUES = /"[0-9a-f]{8}-[0-9a-f-]{27}"|"[\w-]{43}"|"\d{4}-\d{2}-\d{2}[^"]*"|"\d{2}:\d{2}"|visitor-\d+-\d+@/g;

/**
 * The same for what is booked: each books a time of its own, and tells the same of it.
 * @param {() => Buffer} nextRequest
 * @param {import('./rounds.mjs').Contender[]} contenders
 * @throws {Error} naming the first difference
 */
export async function assertEqualBookings(nextRequest, contenders) {
  let wanted;
  for (const { name, server } of contenders) {
    const { status, body, headers } = await exchange(server.port, nextRequest());
    const given = `${status} ${body.replaceAll(OWN_VALUES, '"…"')}\n${headersOf({ headers: { ...headers, 'Content-Length': '' } })}`;
    wanted ??= given;
    if (given !== wanted) throw new Error(`${name} answers a booking differently:\n${difference(wanted, given)}`);
  }
}

function headersOf({ headers }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return lines.filter((line) => !OWN_HEADERS.has(line.slice(0, line.indexOf(':')))).sort().join('\n');
}

function difference(wanted, given) {
  let at = 0;
  while (at < wanted.length && wanted[at] === given[at]) at += 1;
  return `${wanted.slice(Math.max(0, at - 40), at + 80)}\n---\n${given.slice(Math.max(0, at - 40), at + 80)}`;
}
