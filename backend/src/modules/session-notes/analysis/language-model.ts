import type { Model, WinkMethods } from 'wink-nlp';

let loading: Promise<WinkMethods> | undefined;

/** The English language model: about a second and 100 MB, so it is loaded when the first note is read, once in a process. */
export function languageModel(): Promise<WinkMethods> {
  loading ??= load();
  return loading;
}

async function load(): Promise<WinkMethods> {
  const [{ default: winkNLP }, { default: model }] = await Promise.all([import('wink-nlp'), import('wink-eng-lite-web-model')]);
  return winkNLP(model as Model, ['sbd', 'pos']);
}
