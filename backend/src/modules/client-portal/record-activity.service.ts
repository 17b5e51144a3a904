import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/access/actor';
import { Keyset, linkAfter, readCursor } from '../../common/paging/paging';
import { AppConfig } from '../../config/app-config';
import { OwnReadsService } from '../clients/strangers/own-reads.service';
import type { OwnCopy } from '../clients/strangers/strangers.service';
import { ClientsService } from '../clients/persons/persons.service';
import * as messages from './messages';
import { RecordActivityDto, RecordActivityEntryDto, RecordActivityQueryDto } from './record-activity.dto';
import { Place, RecordActivityRepository, RecordActivityRow } from './record-activity.repository';

const PAGE_ROWS = 50;
/** What the first look into the log reads; each further one reads twice as much, since all of the client's entries are sorted for it. And how many looks one page takes at most. */
const ROWS = 500;
const MOST_ROWS = 2_000;
const LOOKS = 6;
/** The log can hold more than that, of a record that many work with: years of it are in a copy, in a few megabytes. */
const COPIED = 10_000;
/** In microseconds, more than a hundred years: a cursor beyond it stands among the practices that the client has nothing to do with. */
const STRANGERS = 5_000_000_000_000_000n;

/** Before all of them. */
const FIRST_OF_STRANGERS: Place = { id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', at: new Date('2099-01-01T00:00:00Z'), strangers: true };

export interface RecordActivityPage extends RecordActivityDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** What somebody did in a day, once or again. */
interface Line extends RecordActivityRow {
  times: number;
}

/** Lines of one page: the same deed of the same person on one day is one of them, at its last time; and so is that of everybody who had a link, of whom nobody knows who they were. */
class Lines {
  readonly all: Line[] = [];
  private readonly known = new Map<string, Line>();

  constructor(private readonly most: number) {}

  /** @returns false when the page is full */
  add(row: RecordActivityRow): boolean {
    const key = [row.actor_type, row.actor_id ?? (row.actor_type === 'visitor' ? '' : row.id), row.action, row.at.toISOString().slice(0, 10)].join(' ');
    const line = this.known.get(key);
    if (!line && this.all.length === this.most) return false;
    if (line) line.times += 1;
    else this.known.set(key, this.begin(row));
    return true;
  }

  private begin(row: RecordActivityRow): Line {
    const line = { ...row, times: 1 };
    this.all.push(line);
    return line;
  }
}

/** "Who opened my record": every read and write of a client's record, from the activity log; apart from them, how its account was signed in to. */
@Injectable()
export class RecordActivityService {
  constructor(
    private readonly repository: RecordActivityRepository,
    private readonly clients: ClientsService,
    private readonly reads: OwnReadsService,
    private readonly config: AppConfig,
  ) {}

  /**
   * Newest first, practices that the client has nothing to do with last. What one person did again on the same day stands on one line.
   * @throws DomainError invalid for a cursor that no page gave; too_many
   */
  page(actor: Actor, clientId: string, query: RecordActivityQueryDto): Promise<RecordActivityPage> {
    return this.reads.look(actor, clientId, () => this.read(clientId, query));
  }

  private async read(clientId: string, query: RecordActivityQueryDto): Promise<RecordActivityPage> {
    const { limit = PAGE_ROWS, by = 'all', about = 'record' } = query;
    const signIn = about === 'sign_in';
    const lines = new Lines(limit);
    const present = (next: Place | undefined): RecordActivityPage => {
      const link = next && linkAfter(`${this.config.publicUrl}/api/client/activity`, { limit, by, about }, keysetOf(next));
      return { entries: lines.all.map(toEntry), link };
    };
    let place = placeOf(readCursor(query.cursor));
    const you = await this.clients.ownIdsOf(clientId);
    const ids = signIn ? you : await this.clients.idsOf(clientId);
    for (let look = 0; look < LOOKS; look += 1) {
      const strangers = place?.strangers ?? false;
      const { entries, end } = await this.repository.listEntries(ids, { own: by === 'all', signIn, you, strangers, after: place, rows: Math.min(ROWS * 2 ** look, MOST_ROWS) });
      for (const { id, at, ...entry } of entries) {
        if (!lines.add({ id, at, ...entry })) return present(place);
        place = { id, at, strangers };
      }
      if (!end && (strangers || signIn)) return present(undefined);
      place = end ? { id: end.id, at: end.at, strangers } : FIRST_OF_STRANGERS;
    }
    return present(place);
  }

  /** For the client's own copy of the record: every entry of it, the newest so many. */
  async *copyFor(clientId: string): OwnCopy<RecordActivityEntryDto> {
    const [you, ids] = [await this.clients.ownIdsOf(clientId), await this.clients.idsOf(clientId)];
    let place: Place | undefined;
    let left = COPIED;
    for (;;) {
      const strangers = place?.strangers ?? false;
      const { entries, end } = await this.repository.listEntries(ids, { own: true, signIn: false, you, strangers, after: place, rows: ROWS });
      for (const entry of entries) {
        if (left === 0) return messages.newestEntriesOnly(COPIED);
        left -= 1;
        yield toEntry({ ...entry, times: 1 });
      }
      if (!end && strangers) return null;
      place = end ? { id: end.id, at: end.at, strangers } : FIRST_OF_STRANGERS;
    }
  }
}

/** Entries are written with the application's clock, which counts milliseconds. */
function keysetOf({ at, id, strangers }: Place): Keyset {
  const micros = BigInt(at.getTime()) * 1_000n;
  return { at: String(strangers ? micros + STRANGERS : micros), id };
}

function placeOf(keyset: Keyset | undefined): Place | undefined {
  if (!keyset) return undefined;
  const micros = BigInt(keyset.at);
  const strangers = micros >= STRANGERS;
  return { id: keyset.id, at: new Date(Number((strangers ? micros - STRANGERS : micros) / 1_000n)), strangers };
}

function toEntry({ id, at, action, actor_type, actor_name, is_you, times }: Line): RecordActivityEntryDto {
  return { id, at: at.toISOString(), action, actor_type, actor_name, is_you, times };
}
