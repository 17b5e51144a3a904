import type { paths } from '@attune/shared-ui/api/schema';

type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

/** The JSON that a call answers with, read from the generated contract. */
export type Answer<Path extends keyof paths, Method extends keyof paths[Path], Status extends number = 200> =
  paths[Path][Method] extends { responses: infer Responses }
    ? Status extends keyof Responses
      ? JsonOf<Responses[Status]>
      : never
    : never;

/** The JSON that a call takes, read from the generated contract. */
export type Body<Path extends keyof paths, Method extends keyof paths[Path]> = paths[Path][Method] extends {
  requestBody: infer Request;
}
  ? JsonOf<Request>
  : never;
