import { Injectable, OnModuleDestroy } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { folded } from '../../../common/search/search-words';
import type { NoteTexts } from '../notes/note.repository';

/** A note as it is searched. */
export interface SearchableNote {
  /** {@link NotePlace.mark} */
  mark: string;
  /** Title, content, tags and what was read of its files, folded, in UTF-8: outside of the heap, where megabytes of texts would be moved about. No word goes over the end of a line. */
  text: Buffer;
  tags: readonly string[];
}

interface Shelf {
  notes: Map<string, SearchableNote>;
  bytes: number;
  usedAt: number;
}

/** In all. A shelf that does not fit is filled as far as it goes, and the rest is opened anew each time. */
const MOST_BYTES = 96 * 1024 * 1024;
const KEPT_MS = 10 * 60_000;
const LOOK_EVERY_MS = 60_000;
const ENTRY_BYTES = 300;
/** A few milliseconds, in the slowest of scripts. */
const LETTERS_A_TURN = 30_000;
/** A text up to this long is looked through at once. */
export const BYTES_A_LOOK = 500_000;

/**
 * The notes of therapists who searched, or looked at a long list, within the last ten minutes, opened and folded, in this process's memory. The therapist who searched
 * longest ago makes room for the others.
 */
@Injectable()
export class OpenedNotes implements OnModuleDestroy {
  /** Least recently used first. */
  private readonly shelves = new Map<string, Shelf>();
  private bytes = 0;
  private timer: NodeJS.Timeout | undefined;

  find(therapistId: string, id: string, mark: string): SearchableNote | undefined {
    const note = this.shelves.get(therapistId)?.notes.get(id);
    return note?.mark === mark ? note : undefined;
  }

  /** Whether notes of the therapist are open. */
  isOpen(therapistId: string): boolean {
    return (this.shelves.get(therapistId)?.notes.size ?? 0) > 0;
  }

  /** Whether another note of the therapist would stay open without making room at the cost of others. */
  hasRoom(therapistId: string): boolean {
    return this.shelves.has(therapistId) && this.bytes < MOST_BYTES;
  }

  /** Says that a therapist searches. */
  use(therapistId: string): void {
    const shelf = this.shelves.get(therapistId) ?? { notes: new Map<string, SearchableNote>(), bytes: 0, usedAt: 0 };
    shelf.usedAt = performance.now();
    this.shelves.delete(therapistId);
    this.shelves.set(therapistId, shelf);
    this.timer ??= setInterval(() => this.dropUnused(), LOOK_EVERY_MS).unref();
  }

  /** @param text {@link foldedTexts} @returns the note as it is searched, kept while there is room */
  keep(therapistId: string, id: string, mark: string, { title, content, tags }: NoteTexts, text: Buffer = Buffer.from(folded([title, content, ...tags].join('\n')))): SearchableNote {
    const note = { mark, text, tags: tags.map(folded) };
    this.forget(therapistId, id);
    const shelf = this.shelves.get(therapistId);
    const size = sizeOf(note);
    if (shelf && this.makeRoom(size, therapistId)) {
      shelf.notes.set(id, note);
      shelf.bytes += size;
      this.bytes += size;
    }
    return note;
  }

  forget(therapistId: string, id: string): void {
    const shelf = this.shelves.get(therapistId);
    const note = shelf?.notes.get(id);
    if (!shelf || !note) return;
    shelf.notes.delete(id);
    shelf.bytes -= sizeOf(note);
    this.bytes -= sizeOf(note);
  }

  /** How much is held, for tests and the bench. */
  get size(): { bytes: number; therapists: number } {
    return { bytes: this.bytes, therapists: this.shelves.size };
  }

  dropUnused(now = performance.now()): void {
    for (const [therapistId, { usedAt }] of this.shelves) if (now - usedAt > KEPT_MS) this.drop(therapistId);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.shelves.clear();
    this.bytes = 0;
  }

  private makeRoom(size: number, therapistId: string): boolean {
    for (const other of this.shelves.keys()) {
      if (this.bytes + size <= MOST_BYTES) break;
      if (other !== therapistId) this.drop(other);
    }
    return this.bytes + size <= MOST_BYTES;
  }

  private drop(therapistId: string): void {
    this.bytes -= this.shelves.get(therapistId)?.bytes ?? 0;
    this.shelves.delete(therapistId);
  }
}

function sizeOf({ text }: SearchableNote): number {
  return ENTRY_BYTES + text.length;
}

/** A note with what was read of its files, folded piece by piece, so that others get their turn. */
export async function foldedTexts({ title, content, tags }: NoteTexts, pages: readonly string[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let piece = [title, content, ...tags].join('\n');
  for (const page of pages) {
    if (piece.length + page.length > LETTERS_A_TURN) {
      pieces.push(Buffer.from(`${folded(piece)}\n`));
      piece = page;
      await nextTurn();
    } else piece = `${piece}\n${page}`;
  }
  pieces.push(Buffer.from(folded(piece)));
  return Buffer.concat(pieces);
}

/** Whether each of the words stands in a text, which others need not wait for. */
export async function holdsAll(text: Buffer, words: readonly Buffer[]): Promise<boolean> {
  for (const word of words) if (!(await holds(text, word))) return false;
  return true;
}

async function holds(text: Buffer, word: Buffer): Promise<boolean> {
  for (let at = 0; at < text.length; at += BYTES_A_LOOK) {
    if (text.subarray(at, at + BYTES_A_LOOK + word.length).includes(word)) return true;
    await nextTurn();
  }
  return false;
}
