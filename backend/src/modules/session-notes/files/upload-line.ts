import { Injectable } from '@nestjs/common';
import { Places } from '../../../common/limits/places';
import * as messages from './messages';

/** From when it is its turn: 20 MB over a slow line. While it waits, it sends nothing. */
export const SENT_WITHIN_MS = 240_000;
/** What is looked at and stored then has limits of its own. */
const KEPT_WITHIN_MS = 120_000;

/** Lets few uploads at a time into this process's memory; the others wait before they send anything. */
@Injectable()
export class UploadLine extends Places {
  constructor() {
    super({ atWork: 4, waiting: 200, ofOne: 8, longestMs: SENT_WITHIN_MS + KEPT_WITHIN_MS, full: messages.uploadsWait });
  }
}

/** Of the whole file, whatever the line: as long as it may take to be sent. */
export const FETCHED_WITHIN_MS = 240_000;

/** Lets few downloads at a time into this process's memory, where each stays until it is read. */
@Injectable()
export class DownloadLine extends Places {
  constructor() {
    super({ atWork: 8, waiting: 200, ofOne: 8, longestMs: FETCHED_WITHIN_MS + KEPT_WITHIN_MS, full: messages.downloadsWait });
  }
}
