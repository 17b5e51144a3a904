import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { statement } from '../../../common/database/database';
import type { ComingFile, ComingPractice } from '../../../common/practices/coming-practice';
import { KeepsFilesOfPractice, MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import type { Work } from '../../../common/work/work';
import type { Image } from '../../../integrations/images/image.entity';
import * as messages from '../messages';
import { isReservedSlug, SlugRepository } from '../slugs/slugs.service';

const MOST_BYTES = 4 * 1024 * 1024;
const LOST = 'lost pictures';
const IS_THERE = statement<Pick<Image, 'hash'>>('imported-picture-is-there', 'select hash from images where hash = $1');

/** What a practice that comes in shows of itself. */
@Injectable()
export class ImportedProfile {
  constructor(private readonly slugs: SlugRepository) {}

  @KeepsFilesOfPractice('images')
  async keepPicture({ id, bytes, read }: ComingFile, coming: ComingPractice): Promise<void> {
    if (bytes > MOST_BYTES || !coming.held('images').has(id)) return;
    const content = await read(0, bytes);
    if (createHash('sha256').update(content).digest('hex') === id && isWebp(content)) coming.give('images', id, { bytes: content });
  }

  /** The same picture may be another practice's too. */
  @MakesRowsOfPractice('images')
  async makePicture(row: PracticeRow, coming: ComingPractice, { tx }: Work): Promise<PracticeRow | undefined> {
    const hash = String(row['hash']);
    const content = coming.givenTo('images').get(hash);
    if (!content) coming.give(LOST, hash, {});
    if (!content || (await tx.query(IS_THERE, [hash])).length > 0) return undefined;
    return { ...row, ...content, content_type: 'image/webp' };
  }

  /** Links are an installation's: one that is another's here, or the product's own, is not had here. */
  @MakesRowsOfPractice('therapist_profiles')
  async makeProfile(row: PracticeRow, coming: ComingPractice, work: Work): Promise<PracticeRow> {
    const lost = coming.givenTo(LOST).has(String(row['image_hash']));
    if (lost) coming.left.add(messages.pictureNotImported);
    const slug = row['custom_slug'];
    let isTaken = false;
    if (typeof slug === 'string') {
      await this.slugs.lockSlugs([slug], work.tx);
      isTaken = isReservedSlug(slug) || (await this.slugs.isTaken(slug, coming.therapistId, work.now(), work.tx));
      if (isTaken) coming.left.add(messages.linkNotImported(slug));
    }
    return { ...row, ...(lost && { image_hash: null }), ...(isTaken && { custom_slug: null }) };
  }
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}
