import { Injectable } from '@nestjs/common';
import { FinishesPractice, MakesRowsOfPractice } from '../../../common/practices/parts';
import type { ComingPractice } from '../../../common/practices/coming-practice';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import type { Work } from '../../../common/work/work';
import { MeetingRooms } from '../../offerings/meeting-rooms.service';
import { ConsentRepository } from '../consent/consent.repository';
import { isBeforeCall, isOver, Phase } from '../sessions/session-states';

const UNDER_WAY: readonly unknown[] = ['live', 'waiting', 'running'];

/** Recorded sessions of a practice that comes in. What was under way when it was exported has come to its end. */
@Injectable()
export class ImportedSessions {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly rooms: MeetingRooms,
  ) {}

  @MakesRowsOfPractice('meeting_consents')
  makeConsent(row: PracticeRow): PracticeRow {
    return { ...row, ...(row['client_id'] === null ? { token: null, token_hash: null } : this.consents.newLink()) };
  }

  @MakesRowsOfPractice('meeting_consent_answers')
  makeAnswer(row: PracticeRow): PracticeRow {
    return { ...row, network_hash: this.consents.unknownNetwork() };
  }

  @MakesRowsOfPractice('meeting_sessions')
  makeSession(row: PracticeRow): PracticeRow {
    const phase = row['phase'] as Phase;
    if (isOver(phase)) return row;
    const hasSound = row['started_at'] !== null;
    return {
      ...row,
      phase: hasSound ? 'completed' : 'failed',
      end_reason: row['end_reason'] ?? 'worker_lost',
      ended_at: row['ended_at'] ?? row['heartbeat_at'],
      consent_returned: isBeforeCall(phase) && !hasSound,
      hears: false,
      paused_at: null,
    };
  }

  @MakesRowsOfPractice('meeting_transcripts')
  makeTranscript(row: PracticeRow, _coming: ComingPractice, work: Work): PracticeRow {
    return UNDER_WAY.includes(row['state']) ? { ...row, state: 'failed', failure: 'interrupted', accepted_at: null, held_until: null, finished_at: work.now().toISOString() } : row;
  }

  @MakesRowsOfPractice('meeting_analyses')
  makeAnalysis(row: PracticeRow, _coming: ComingPractice, work: Work): PracticeRow {
    return UNDER_WAY.includes(row['state']) ? { ...row, state: 'failed', failure: 'interrupted', finished_at: work.now().toISOString() } : row;
  }

  /** From now on: nobody here who comes after sends a notetaker into its rooms, and those of whoever was here before stay theirs, whatever its rows say. */
  @FinishesPractice(5)
  async claimRooms({ therapistId }: ComingPractice, work: Work): Promise<void> {
    for (const { link } of await this.consents.listLinks(therapistId, work.tx)) await this.rooms.claim({ therapist_id: therapistId, since: work.now() }, link, work.tx);
  }
}
