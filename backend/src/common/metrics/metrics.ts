import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AppConfig } from '../../config/app-config';
import { Database } from '../database/database';
import { decoratedMethods, noteOnMethod } from '../process/decorated-methods';
import { PROCESS_NAME, ProcessName } from '../process/start-hooks';

/** A value of a gauge. No label names a person, an address or an id of a row: whoever reads the figures may read nothing else. */
export interface Measured {
  labels: Readonly<Record<string, string>>;
  value: number;
}

interface Measuring {
  process: ProcessName;
  name: string;
  help: string;
  labels: readonly string[];
}

const MEASURES = 'attune:measures';
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SECONDS_OF_JOBS = [0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/**
 * Marks a method that gives a gauge's values when the figures are asked for: `@Measures('worker', 'attune_calendar_connections', 'Calendars …', ['state'])`.
 * It reads a few rows; what it answers is told as it is.
 * @param process which one tells it @param name with its unit at the end, as Prometheus' names have it
 */
export function Measures(process: ProcessName, name: string, help: string, labels: readonly string[] = []) {
  return noteOnMethod<() => Promise<readonly Measured[]>>(MEASURES, { process, name, help, labels } satisfies Measuring);
}

/** How a job ended, this time. */
export type JobOutcome = 'done' | 'put_off' | 'tried' | 'given_up' | 'refused';

/**
 * The figures of this process, in Prometheus' format (https://prometheus.io/docs/instrumenting/exposition_formats/): what it counts by itself, and what the domains
 * measure, see {@link Measures}. Nothing is counted where nobody asks.
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({ name: 'attune_http_request_duration_seconds', help: 'Requests answered, by route', labelNames: ['method', 'route', 'status'], buckets: SECONDS, registers: [this.registry] });
  private readonly jobs = new Histogram({ name: 'attune_job_duration_seconds', help: 'Tries of jobs, by how they ended', labelNames: ['queue', 'job', 'outcome'], buckets: SECONDS_OF_JOBS, registers: [this.registry] });
  private readonly deeds = new Counter({ name: 'attune_deeds_total', help: 'Entries written into the activity log, sign-ins among them', labelNames: ['actor', 'action'], registers: [this.registry] });
  private readonly failures = new Counter({ name: 'attune_measure_failures_total', help: 'Gauges that could not be read', labelNames: ['gauge'], registers: [this.registry] });
  /** Whether anybody asks. */
  readonly isOn: boolean;

  constructor(
    private readonly config: AppConfig,
    private readonly discovery: DiscoveryService,
    private readonly database: Database,
    @Inject(PROCESS_NAME) private readonly process: ProcessName,
  ) {
    this.isOn = config.metrics.port !== undefined;
  }

  /** Finds what measures, once everything is there. */
  begin(): void {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({ name: 'attune_build_info', help: 'Which build this is', labelNames: ['version', 'revision'], registers: [this.registry] }).set(this.config.metrics.build, 1);
    this.connections();
    for (const { meaning, call } of decoratedMethods<Measuring>(this.discovery, MEASURES)) {
      const { name, help, labels, process } = meaning;
      if (process !== this.process) continue;
      const { failures } = this;
      const gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [this.registry],
        async collect() {
          // One that cannot be read is missing, and the others are told.
          const values = (await call().catch(() => void failures.inc({ gauge: name }))) as readonly Measured[] | undefined;
          gauge.reset();
          for (const { labels: of, value } of values ?? []) gauge.set(of, value);
        },
      });
    }
  }

  /** @param route its pattern, or `none` */
  countRequest(method: string, route: string, status: number, seconds: number): void {
    if (this.isOn) this.requests.observe({ method, route, status }, seconds);
  }

  countJob(queue: string, job: string, outcome: JobOutcome, seconds: number): void {
    if (this.isOn) this.jobs.observe({ queue, job, outcome }, seconds);
  }

  countDeed(actor: string, action: string): void {
    if (this.isOn) this.deeds.inc({ actor, action });
  }

  /** @returns all figures as text */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private connections(): void {
    const { pool } = this.database;
    new Gauge({
      name: 'attune_database_connections',
      help: 'Connections of this process to Postgres, and who waits for one',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        this.set({ state: 'open' }, pool.totalCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waited_for' }, pool.waitingCount);
      },
    });
  }
}
