import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AiModule } from '../../integrations/ai/ai.module';
import { MailModule } from '../../integrations/mail/mail.module';
import { MeetingEngineModule } from '../../integrations/meetings/meeting-engine.module';
import { SoundModule } from '../../integrations/sound/sound.module';
import { StorageModule } from '../../integrations/storage/storage.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { OfferingsModule } from '../offerings/offerings.module';
import { SessionNotesModule } from '../session-notes/session-notes.module';
import { ConsentMarks } from './consent/consent-marks.service';
import { ConsentController } from './consent/consent.controller';
import { MeetingConsent, MeetingConsentAnswer, MeetingSettings } from './consent/consent.entity';
import { ConsentRepository } from './consent/consent.repository';
import { ConsentService } from './consent/consent.service';
import { LinkedConsentsController, OwnConsentsController } from './consent/own-consents.controller';
import { NotetakerService } from './notetaker/notetaker.service';
import { DeviceController } from './recording/device.controller';
import { DeviceService } from './recording/device.service';
import { PlaybackController } from './recording/playback.controller';
import { PlaybackService } from './recording/playback.service';
import { ImportedSessions } from './recording/imported-sessions.service';
import { ImportedSound } from './recording/imported-sound.service';
import { PracticeSound } from './recording/practice-sound.service';
import { RecordingSink } from './recording/recording-sink';
import { MeetingChunk, MeetingPart, MeetingSessionKey } from './recording/recording.entity';
import { SealedSound } from './recording/sealed-sound';
import { RecordingRepository } from './recording/recording.repository';
import { SessionLifecycle } from './sessions/session-lifecycle';
import { MeetingSession } from './sessions/session.entity';
import { SessionTurns } from './sessions/session-turns';
import { SessionRepository } from './sessions/session.repository';
import { SessionsController } from './sessions/sessions.controller';
import { SessionsService } from './sessions/sessions.service';
import { MeetingAnalysesService } from './results/meeting-analyses.service';
import { MeetingAnalysingService } from './results/meeting-analysing.service';
import { MeetingAnalysis } from './results/meeting-analysis.entity';
import { MeetingAnalysisRepository } from './results/meeting-analysis.repository';
import { MeetingResultsController } from './results/results.controller';
import { TranscribingService } from './transcripts/transcribing.service';
import { MeetingTranscript, MeetingTranscriptLine } from './transcripts/transcript.entity';
import { TranscriptRepository } from './transcripts/transcript.repository';
import { TranscriptsController } from './transcripts/transcripts.controller';
import { TranscriptsService } from './transcripts/transcripts.service';
import { MeetingUpload, MeetingUploadBlock } from './upload/upload.entity';
import { UploadRepository } from './upload/upload.repository';
import { UploadsController } from './upload/uploads.controller';
import { UploadsService } from './upload/uploads.service';

const ENTITIES = [MeetingConsent, MeetingConsentAnswer, MeetingSettings, MeetingSession, MeetingSessionKey, MeetingPart, MeetingChunk, MeetingUpload, MeetingUploadBlock, MeetingTranscript, MeetingTranscriptLine, MeetingAnalysis];

/** Recordings of sessions that both people agreed to. */
@Module({
  imports: [AiModule, AuthModule, ClientsModule, MailModule, MeetingEngineModule, OfferingsModule, SessionNotesModule, SoundModule, StorageModule, TypeOrmModule.forFeature(ENTITIES)],
  controllers: [ConsentController, OwnConsentsController, LinkedConsentsController, SessionsController, DeviceController, UploadsController, PlaybackController, TranscriptsController, MeetingResultsController],
  providers: [ConsentMarks, ConsentRepository, ConsentService, DeviceService, MeetingAnalysesService, MeetingAnalysingService, MeetingAnalysisRepository, NotetakerService, PlaybackService, ImportedSessions,
    ImportedSound,
    PracticeSound, RecordingRepository, RecordingSink, SealedSound, SessionLifecycle, SessionRepository, SessionsService, SessionTurns, TranscribingService, TranscriptRepository, TranscriptsService, UploadRepository, UploadsService],
})
export class MeetingsModule {}
