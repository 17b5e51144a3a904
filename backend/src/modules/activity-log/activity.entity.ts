import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Actor } from '../../common/access/actor';
import { OfNoPractice, OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';
import type { ActivitySubjects } from '../../common/work/work';

@OfPractice({ where: '"activity_log".actor_id = $1::uuid or "activity_log".subject_id = $1::uuid', notExported: 'The log is this installation’s, sealed as a whole.', stays: 'The law asks for six years of it. It holds ids and nobody’s name.' })
@KeptFor({ kind: 'the activity log', term: 'six full years', why: 'The law asks for it.', over: `at < $1::timestamptz - interval '7 years'`, sweep: null })
@Entity('activity_log')
export class ActivityLogEntry {
  @PrimaryColumn('uuid') id: string;
  @Column('timestamptz', { default: () => 'now()' }) at: Date;
  @Column('text') action: string;
  @Column('text') actor_type: Actor['type'];
  @Column('uuid', { nullable: true }) actor_id: string | null;
  @Column('uuid', { nullable: true }) session_id: string | null;
  @Column('text', { nullable: true }) subject_type: string | null;
  @Column('uuid', { nullable: true }) subject_id: string | null;
  @Column('bytea', { nullable: true }) address_hash: Buffer | null;
  @Column('jsonb', { default: {} }) details: Record<string, unknown>;
  @Column({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) seq: string;
  @Column('uuid', { array: true, nullable: true }) client_ids: string[] | null;
  /** Over the other columns but the number; null in those of before there were marks. */
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

/** How often something happened in an hour, from one network: a keyed digest, empty for all that are not counted apart. */
@OfNoPractice('Counts of networks, by keyed digests.')
@Entity('activity_tallies')
export class ActivityTally {
  @PrimaryColumn('timestamptz') hour: Date;
  @PrimaryColumn('text') action: string;
  @PrimaryColumn('bytea') source: Buffer;
  @Column('int') hits: number;
}

/** What somebody did in a quarter of an hour, once or again; `key` is a keyed digest of who, from which network, and what. */
@OfPractice({ where: '"activity_recurrences".actor_id = $1::uuid or "activity_recurrences".subject_id = $1::uuid', notExported: 'Becomes entries of the log within the hour.', stays: 'Becomes entries of the log within the hour.' })
@Entity('activity_recurrences')
export class ActivityRecurrence {
  @PrimaryColumn('timestamptz') quarter: Date;
  @PrimaryColumn('bytea') key: Buffer;
  @Column('text') action: string;
  @Column('text') actor_type: Actor['type'];
  @Column('uuid', { nullable: true }) actor_id: string | null;
  @Column('text', { nullable: true }) subject_type: keyof ActivitySubjects | null;
  @Column('uuid', { nullable: true }) subject_id: string | null;
  /** Of the clients of the last entry or count, in their order. */
  @Column('bytea') clients_hash: Buffer;
  /** Whose records entries of this quarter of an hour name. */
  @Column('uuid', { array: true }) client_ids: string[];
  /** Over the clients above: what stands in it without one was said by nobody. */
  @Column('bytea') mark: Buffer;
  @Column('int') times: number;
}

@OfNoPractice('Seals over all of the log.')
@Entity('activity_seals')
export class ActivitySeal {
  @PrimaryColumn('bigint') id: string;
  @Column('bigint') first_seq: string;
  @Column('bigint') last_seq: string;
  @Column('int') entries: number;
  @Column('bytea') previous_hash: Buffer;
  @Column('bytea') entry_hashes: Buffer;
  @Column('bytea') hash: Buffer;
  @Column('timestamptz') sealed_at: Date;
  /** Over the hash; null in those of before there were marks. */
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

@OfNoPractice('Seals over all of the log.')
@Entity('activity_checkpoints')
export class ActivityCheckpoint {
  @PrimaryColumn('date') month: string;
  @Column('bigint') seal_id: string;
  @Column('bigint') last_seq: string;
  @Column('bigint') entries: string;
  @Column('bytea') hash: Buffer;
  @Column('bytea') public_key: Buffer;
  @Column('bytea') signature: Buffer;
  @Column('timestamptz') created_at: Date;
}
