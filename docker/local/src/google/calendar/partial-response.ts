import type { Json } from './calendar-store';
import { invalid } from './google-error';

type Selection = Map<string, Selection>;

/** `fields=nextSyncToken,items(id,start/dateTime)`: only what was asked for. */
export function selected(body: unknown, fields: string | null): unknown {
  if (fields === null || fields === '' || fields === '*') return body;
  const reader = { text: fields.replaceAll(/\s/g, ''), at: 0 };
  const selection = readSelection(reader);
  if (reader.at < reader.text.length) throw invalid(`Invalid field selection ${fields}`, 'fields');
  return pick(body, selection);
}

function readSelection(reader: { text: string; at: number }): Selection {
  const selection: Selection = new Map();
  do {
    if (reader.text[reader.at] === ',') reader.at += 1;
    const names = readName(reader).split('/');
    let into = selection;
    for (const name of names) {
      if (name === '') throw invalid(`Invalid field selection ${reader.text}`, 'fields');
      const next = into.get(name) ?? (new Map() as Selection);
      into.set(name, next);
      into = next;
    }
    if (reader.text[reader.at] !== '(') continue;
    reader.at += 1;
    for (const [name, part] of readSelection(reader)) into.set(name, part);
    if (reader.text[reader.at] !== ')') throw invalid(`Invalid field selection ${reader.text}`, 'fields');
    reader.at += 1;
  } while (reader.text[reader.at] === ',');
  return selection;
}

function readName(reader: { text: string; at: number }): string {
  const [name = ''] = /^[^,()]*/.exec(reader.text.slice(reader.at)) ?? [];
  reader.at += name.length;
  return name;
}

function pick(value: unknown, selection: Selection): unknown {
  if (selection.size === 0 || selection.has('*') || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => pick(part, selection));
  const found = Object.entries(value as Json).filter(([name]) => selection.has(name));
  return Object.fromEntries(found.map(([name, part]) => [name, pick(part, selection.get(name) ?? new Map())]));
}
