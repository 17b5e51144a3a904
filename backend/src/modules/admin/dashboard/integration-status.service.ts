import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import type { FailingPart, PartFailure } from '../../../common/database/kit.entity';
import { PartFailures, WorkerSign, WorkerWatch } from '../../../common/health/part-failures';
import { isQueueTrouble, QUEUE_TROUBLES } from '../../../common/jobs/queue-trouble';
import { AppConfig } from '../../../config/app-config';
import { QUEUE_NAMES } from '../../../config/queue-names';
import { Transcriber } from '../../../integrations/ai/transcriber';
import { LogProtection } from '../../activity-log/log-protection.service';
import type { AiStatusDto } from '../ai/ai-status.dto';
import { AiStatusService } from '../ai/ai-status.service';
import * as messages from '../messages';
import { IntegrationStatusDto } from './dashboard.dto';
import { CalendarFacts, DashboardRepository, DatabaseFacts } from './dashboard.repository';
import { OperationService } from './operation.service';

type Part = IntegrationStatusDto['part'];
type Status = Pick<IntegrationStatusDto, 'engine' | 'state' | 'note'>;

/** Whose failures belong to a part. Work that no part of its own stands for is the queue's. */
const SOURCES: Record<Part, readonly FailingPart[]> = {
  database: ['database', 'retention'],
  queue: ['redis', ...QUEUE_NAMES.filter((name) => name !== 'code-mail' && name !== 'mail' && name !== 'calendar-sync' && name !== 'calendar-feeds' && name !== 'note-analysis' && name !== 'meeting-transcribe' && name !== 'deletions')],
  mail: ['code-mail', 'mail'],
  sign_in: ['sign_in', 'codes'],
  calendar: ['calendar-sync', 'calendar-feeds'],
  ai: ['note-analysis'],
  transcription: ['meeting-transcribe'],
  storage: ['deletions'],
  activity_log: ['activity_log'],
};

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Which engines are live and what last went wrong with each; no address, user or password. */
@Injectable()
export class IntegrationStatusService {
  constructor(
    private readonly repository: DashboardRepository,
    private readonly workers: WorkerWatch,
    private readonly failures: PartFailures,
    private readonly log: LogProtection,
    private readonly ai: AiStatusService,
    private readonly transcriber: Transcriber,
    private readonly operation: OperationService,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<IntegrationStatusDto[]> {
    const [facts, calendars, worker, failures, enforced, ai, isStorageFull, isSoundSpent] = await Promise.all([this.repository.readFacts(), this.repository.readCalendars(), this.workers.find(), this.failures.list(), this.log.isEnforced(), this.ai.show(), this.operation.isStorageFull(), this.transcriber.isSpent()]);
    const parts: [Part, Status][] = [
      ['database', this.databaseStatus(facts, failures.some(({ part }) => part === 'retention'))],
      ['queue', queueStatus(worker, facts.upkeep_waits)],
      ['mail', this.mailStatus(facts.mail_waits)],
      ['sign_in', this.signInStatus()],
      ['calendar', this.calendarStatus(calendars, worker)],
      ['ai', aiStatus(ai, worker)],
      ['transcription', this.transcriptionStatus(worker, isSoundSpent)],
      ['storage', this.storageStatus(isStorageFull)],
      ['activity_log', logStatus(enforced)],
    ];
    return parts.map(([part, status]) => ({ part, ...status, last_failure: lastFailure(failures, SOURCES[part]) }));
  }

  private mailStatus(waits: boolean): Status {
    const { mail, production } = this.config;
    if (mail.url === undefined) return { engine: messages.noEngine, state: 'off', note: messages.mailOff };
    const { host, hostname } = new URL(mail.url);
    const fine = LOOPBACK.has(hostname) && !production ? messages.mailOnThisMachine : messages.mailFine;
    return { engine: `SMTP ${host}`, state: waits ? 'degraded' : 'ok', note: waits ? messages.mailWaits : fine };
  }

  private calendarStatus({ connected, out_of_step }: CalendarFacts, worker: WorkerSign | undefined): Status {
    const { google } = this.config;
    if (!google.clientId) return { engine: messages.noEngine, state: 'off', note: messages.calendarOff };
    const engine = google.demo ? 'Demo Google Calendar' : 'Google Calendar';
    if (out_of_step > 0) return { engine, state: 'degraded', note: messages.calendarsOutOfStep(out_of_step) };
    if (connected > 0 && !worker) return { engine, state: 'degraded', note: messages.calendarNoWorker };
    return { engine, state: 'ok', note: messages.calendarsFine(connected) };
  }

  private transcriptionStatus(worker: WorkerSign | undefined, isSpent: boolean): Status {
    const { missing, modelName, host } = this.transcriber;
    if (missing !== null) return { engine: messages.noEngine, state: 'off', note: missing === 'module' ? messages.transcriptionModuleMissing : messages.transcriptionOff };
    if (!worker) return { engine: modelName, state: 'degraded', note: messages.transcriptionNoWorker };
    if (isSpent) return { engine: modelName, state: 'degraded', note: messages.transcriptionSpent };
    return { engine: modelName, state: 'ok', note: host === null ? messages.transcriptionHere : messages.transcriptionSent(host) };
  }

  /** Codes, holds and marks of time are compared by both clocks. */
  private databaseStatus({ version, now }: DatabaseFacts, keepsTooLong: boolean): Status {
    const engine = `PostgreSQL ${version}`;
    const minutes = Math.round((this.clock.now().getTime() - now.getTime()) / 60_000);
    if (minutes !== 0) return { engine, state: 'degraded', note: messages.clocksDiffer(minutes) };
    return keepsTooLong ? { engine, state: 'degraded', note: messages.keptTooLong } : { engine, state: 'ok', note: messages.databaseNote };
  }

  private storageStatus(isFull: boolean): Status {
    const { storage, diskReserveBytes, storageBytes } = this.config;
    if (storage.kind === 's3' && isFull) return { engine: 'S3', state: 'degraded', note: messages.bucketFull(storageBytes.inAll / 1024 / 1024) };
    if (storage.kind === 's3') return { engine: 'S3', state: 'ok', note: messages.storageInBucket };
    if (!isFull) return { engine: messages.diskEngine, state: 'ok', note: messages.storageOnDisk };
    return { engine: messages.diskEngine, state: 'degraded', note: messages.diskFull(diskReserveBytes / 1024 / 1024) };
  }

  private signInStatus(): Status {
    const { google } = this.config;
    if (google.demo) return { engine: 'Demo Google', state: 'ok', note: messages.signInDemo };
    if (google.clientId) return { engine: 'Google', state: 'ok', note: messages.signInFine };
    return { engine: messages.noEngine, state: 'off', note: messages.signInOff };
  }
}

/** Failing when more than every tenth run of the last day did. */
function aiStatus({ engine, model_configured, model_allowed, model_spent, failures_last_day: failures, successes_last_day: successes }: AiStatusDto, worker: WorkerSign | undefined): Status {
  if (!worker) return { engine, state: 'degraded', note: messages.aiNoWorker };
  if (model_spent && model_allowed) return { engine, state: 'degraded', note: messages.aiSpent };
  if (failures * 10 > successes) return { engine, state: 'degraded', note: messages.aiFailing(failures) };
  const byRules = model_configured && !model_allowed ? messages.aiSwitchedOff : messages.aiByRules;
  return { engine, state: 'ok', note: model_configured && model_allowed ? messages.aiByModel : byRules };
}

function logStatus(enforced: boolean): Status {
  return { engine: 'PostgreSQL', state: enforced ? 'ok' : 'degraded', note: enforced ? messages.logEnforced : messages.logNotEnforced };
}

function queueStatus(worker: WorkerSign | undefined, upkeepWaits: boolean): Status {
  if (!worker) return { engine: messages.noEngine, state: 'degraded', note: messages.noWorker };
  const engine = worker.queue_engine === 'builtin' ? 'Built-in queue' : (worker.queue_server ?? 'Redis');
  if (worker.queue_state !== 'ok') return { engine, state: 'degraded', note: messages.queueDown(QUEUE_TROUBLES[isQueueTrouble(worker.queue_trouble) ? worker.queue_trouble : 'away']) };
  if (upkeepWaits) return { engine, state: 'degraded', note: messages.upkeepWaits };
  return { engine, state: 'ok', note: worker.queue_engine === 'builtin' ? messages.queueBuiltIn : messages.queueFine };
}

/** @param failures the newest first */
function lastFailure(failures: readonly PartFailure[], sources: readonly FailingPart[]): IntegrationStatusDto['last_failure'] {
  const last = failures.find(({ part }) => sources.includes(part));
  return last ? { at: last.failed_at.toISOString(), reason: last.reason } : null;
}
