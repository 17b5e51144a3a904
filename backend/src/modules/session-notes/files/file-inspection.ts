import { Injectable } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type/core';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { BrokenPicture, hasTooManyScans, PictureType, pixelsSaid, withoutMetadata } from '../../../integrations/images/picture-metadata';
import { PageReader } from '../../../integrations/ocr/page-reader';
import { FileRefusal, FileRefused, MAX_PIXELS, ReaderAway } from '../../../integrations/ocr/page-text';
import { MEDIA_TYPES, NoteMediaType } from './file.entity';
import * as messages from './messages';

/** What a file turned out to be. */
export interface InspectedFile {
  mediaType: NoteMediaType;
  /** As it is kept: a picture without metadata. */
  bytes: Buffer;
  pages: number;
}

/** What such files begin with: nothing else comes near a library that knows hundreds of formats. */
const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG\r\n\x1a\n/, /^RIFF[^]{4}WEBP/, /^%PDF-/];
const HEAD_BYTES = 16;
/** Enough to tell what it is; the library walks through every part of some formats. */
const LOOKED_AT_BYTES = 64 * 1024;
/** Large enough that the decoder reads the whole picture, and small enough to be nothing. */
const LOOKED_AT_SIDE = 64;

/** Looks at pictures while somebody waits for it: with far less patience than the worker, since others wait behind. */
@Injectable()
export class PictureInspector extends PageReader {
  protected override readonly cpuLimitMs = 6_000;
  protected override readonly maxMemory = 512 * 1024 * 1024;
}

/** Looks at documents in a process and a line of their own: to open one is little work, whoever made it so that it is not keeps no photograph waiting. */
@Injectable()
export class DocumentInspector extends PageReader {
  protected override readonly cpuLimitMs = 2_500;
  protected override readonly maxMemory = 512 * 1024 * 1024;
}

/** Draws pages for the eye, in a process and a line of its own: a page that is hard to draw keeps no upload waiting. */
@Injectable()
export class PageDrawer extends PageReader {
  protected override readonly cpuLimitMs = 8_000;
  protected override readonly maxMemory = 512 * 1024 * 1024;
}

/** Files that nobody can open within the limit are rare, and hold the others up: whoever sends them again and again waits for a while. */
const HARD_FILES: Limit = { scope: 'note-files-hard', max: 2, windowMs: 600_000 };

/** Looks at a file before a note takes it: by what is in it, whatever its name says. */
@Injectable()
export class FileInspection {
  constructor(
    private readonly pictures: PictureInspector,
    private readonly documents: DocumentInspector,
    private readonly limits: Limits,
  ) {}

  /** Whether files of a therapist are looked at now. @throws DomainError too_many */
  assertOpen(therapistId: string): void {
    const wait = this.limits.secondsHere(HARD_FILES, therapistId);
    if (wait > 0) throw new DomainError('too_many', messages.hardFiles, { retryAfterSeconds: wait });
  }

  /** @throws DomainError unsupported_type, too_large; too_many while it cannot be looked at */
  async inspect(sent: Buffer, therapistId: string): Promise<InspectedFile> {
    const mediaType = await typeOf(sent);
    if (!mediaType) throw new DomainError('unsupported_type', messages.fileFormat);
    const bytes = mediaType === 'application/pdf' ? sent : plainPicture(mediaType, sent);
    // Asked for when it is its turn: several of one therapist wait behind each other.
    const content = async (): Promise<Buffer> => {
      this.assertOpen(therapistId);
      return bytes;
    };
    const file = { id: newId(), mediaType, content };
    try {
      const pages = mediaType === 'application/pdf' ? await this.documents.inspect(file) : await this.pictures.inspect(file, LOOKED_AT_SIDE);
      return { mediaType, bytes, pages };
    } catch (error) {
      if (error instanceof FileRefused && error.reason === 'effort') this.limits.takeHere(HARD_FILES, therapistId);
      throw refusalOf(error);
    }
  }
}

async function typeOf(bytes: Buffer): Promise<NoteMediaType | undefined> {
  const head = bytes.toString('latin1', 0, HEAD_BYTES);
  if (!BEGINNINGS.some((beginning) => beginning.test(head))) return undefined;
  const found = await fileTypeFromBuffer(bytes.subarray(0, LOOKED_AT_BYTES));
  return MEDIA_TYPES.find((type) => type === found?.mime);
}

function plainPicture(type: PictureType, bytes: Buffer): Buffer {
  if ((pixelsSaid(type, bytes) ?? 0) > MAX_PIXELS) throw refused('pixels');
  if (type === 'image/jpeg' && hasTooManyScans(bytes)) throw refused('effort');
  try {
    return withoutMetadata(type, bytes);
  } catch (error) {
    throw error instanceof BrokenPicture ? refused('broken') : error;
  }
}

const TOO_LARGE: readonly FileRefusal[] = ['pages', 'pixels', 'effort'];

function refused(reason: FileRefusal): DomainError {
  return new DomainError(TOO_LARGE.includes(reason) ? 'too_large' : 'unsupported_type', messages.REASONS[reason] ?? messages.unreadable);
}

function refusalOf(error: unknown): unknown {
  if (error instanceof FileRefused) return refused(error.reason);
  return error instanceof ReaderAway ? new DomainError('too_many', messages.uploadsWait, { retryAfterSeconds: 2 }) : error;
}
