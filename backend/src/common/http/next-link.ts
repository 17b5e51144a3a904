/**
 * A `Link` header value for the next page of a list.
 * @param url the list's own address, without parameters
 * @param parameters what was asked for, with the new cursor; what is undefined is left out
 */
export function nextLink(url: string, parameters: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `<${url}?${search.toString()}>; rel="next"`;
}
