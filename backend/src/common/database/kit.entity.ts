import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfNoPractice, OfPractice } from '../practices/claims';
import { KeptFor } from '../practices/terms';
import type { QueueName } from '../../config/queue-names';
import { Sealed } from '../crypto/sealed';

/** What can fail behind the product: the parts of the base, and each queue's work. `codes`: more are asked for or wrong than people's mistakes explain. `activity_log`: somebody wrote into its chain. `retention`: records are kept longer than their term. */
export type FailingPart = 'database' | 'redis' | 'sign_in' | 'codes' | 'activity_log' | 'retention' | QueueName;

@OfNoPractice('Jobs carry ids; those about a practice are taken out before its rows are.')
@KeptFor({ kind: 'jobs that were done', term: '7 days; 60 of a mail that was let go', why: 'For whoever asks what became of a mail.', over: `state in ('done', 'discarded') and finished_at < $1::timestamptz - case when queue = 'mail' and state = 'discarded' then interval '60 days' else interval '7 days' end`, sweep: 'finished jobs' })
@Entity('outbox')
export class OutboxJob {
  @PrimaryColumn('uuid') id: string;
  @Column('text') queue: QueueName;
  @Column('text') job: string;
  @Column('jsonb') payload: object;
  @Column('text', { default: 'pending' }) state: 'pending' | 'queued' | 'done' | 'failed' | 'discarded';
  @Column('int', { default: 0 }) attempts: number;
  @Column('text', { nullable: true }) last_error: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz', { default: () => 'now()' }) available_at: Date;
  @Column('timestamptz', { nullable: true }) queued_at: Date | null;
  @Column('timestamptz', { nullable: true }) finished_at: Date | null;
}

@OfNoPractice('Of workers.')
@Entity('worker_heartbeats')
export class WorkerHeartbeat {
  @PrimaryColumn('text') worker_id: string;
  @Column('timestamptz') seen_at: Date;
  @Column('text') queue_state: 'ok' | 'down';
  @Column('text') queue_engine: 'redis' | 'builtin';
  @Column('jsonb', { default: {} }) details: { queues?: QueueName[]; queue_server?: string | null; queue_trouble?: string | null; notetakers?: number };
}

/** Equal hits are rows of their own: the table has no primary key, but TypeORM asks for one. */
@OfNoPractice('Keyed digests, for a day at most.')
@KeptFor({ kind: 'counted requests', term: '48 hours', why: 'No limit looks back further.', over: `hit_at < $1::timestamptz - interval '48 hours'`, sweep: 'limit hits' })
@Entity('limit_hits')
export class LimitHit {
  @PrimaryColumn('text') scope: string;
  @PrimaryColumn('bytea') key_hash: Buffer;
  @PrimaryColumn('timestamptz') hit_at: Date;
}

@OfPractice({ by: 'booking_id', in: 'bookings', notExported: 'Answers to requests that are sent twice, for a day.' })
@KeptFor({ kind: 'answers to requests that are sent twice', term: 'a day', why: 'Nobody repeats a request later.', over: `created_at < $1::timestamptz - interval '24 hours'`, sweep: 'idempotency keys' })
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('bytea') scope_hash: Buffer;
  @Column('bytea') body_hash: Buffer;
  @Column('uuid', { nullable: true }) booking_id: string | null;
  @Sealed() @Column('bytea') answer: Buffer;
  @Column('timestamptz') created_at: Date;
}

@OfNoPractice('Of parts of the product.')
@Entity('part_failures')
export class PartFailure {
  @PrimaryColumn('text') part: FailingPart;
  @Column('timestamptz') failed_at: Date;
  @Column('text') reason: string;
}

/** The installation's secret, wrapped by one encryption key; without a key until the first process has made it. */
@OfNoPractice('Of the installation.')
@Entity('installation_secret')
export class WrappedSecret {
  @PrimaryColumn('text') key_id: string;
  @Column('bytea', { nullable: true }) wrapped: Buffer | null;
}
