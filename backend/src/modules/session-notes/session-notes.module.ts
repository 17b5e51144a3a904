import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AiModule } from '../../integrations/ai/ai.module';
import { OcrModule } from '../../integrations/ocr/ocr.module';
import { StorageModule } from '../../integrations/storage/storage.module';
import { ClientsModule } from '../clients/clients.module';
import { IntakeFormsModule } from '../intake-forms/intake-forms.module';
import { AnalysedTexts } from './analyses/analysed-texts';
import { AnalysesController } from './analyses/analyses.controller';
import { AnalysesService } from './analyses/analyses.service';
import { AnalysingService } from './analyses/analysing.service';
import { AnalysisRepository } from './analyses/analysis.repository';
import { FileAnalysesController } from './analyses/file-analyses.controller';
import { KnownPeople } from './analyses/known-people';
import { TextAnalysisService } from './analyses/text-analysis.service';
import { AnalysesOfReadFiles } from './analyses/read-files';
import { AnalysingProcesses } from './analysis/analysing-processes';
import { NoteDraftRepository } from './drafts/draft.repository';
import { NoteDraftsController } from './drafts/drafts.controller';
import { NoteDraftsService } from './drafts/drafts.service';
import { NoteFileContents } from './files/file-contents.service';
import { SessionNoteFile, SessionNoteKey } from './files/file.entity';
import { DocumentInspector, FileInspection, PageDrawer, PictureInspector } from './files/file-inspection';
import { NoteFilePagesService } from './files/file-pages.service';
import { ImportedNotes } from './files/imported-notes.service';
import { PracticeNoteFiles } from './files/practice-note-files.service';
import { NoteFileRepository } from './files/file.repository';
import { NoteFilesController } from './files/files.controller';
import { NoteFilesService } from './files/files.service';
import { DownloadLine, UploadLine } from './files/upload-line';
import { NoteListRepository } from './notes/note-list.repository';
import { NoteReadingService } from './notes/note-reading.service';
import { NoteRepository } from './notes/note.repository';
import { NotesController } from './notes/notes.controller';
import { NoteHistoryRepository } from './marks/note-history.repository';
import { NoteMarks } from './marks/note-marks.service';
import { NotesService } from './notes/notes.service';
import { FileReadingService } from './reading/file-reading.service';
import { FileTextsService } from './reading/file-texts.service';
import { SessionNoteFilePage } from './reading/page.entity';
import { NotePageRepository } from './reading/page.repository';
import { PageTextsService } from './reading/page-texts.service';
import { PageVision } from './reading/page-vision';
import { ReadingController } from './reading/reading.controller';
import { NoteSearchService } from './search/note-search.service';
import { OpenedNotes } from './search/opened-notes';
import { SessionNoteAnalysis } from './analyses/analysis.entity';
import { SessionNote, SessionNoteDraft, SessionNoteVersion } from './session-note.entity';
import { OwnNotesController } from './sharing/own-notes.controller';
import { SharedNoteRepository } from './sharing/shared-note.repository';
import { SharedNotesService } from './sharing/shared-notes.service';
import { NoteVersionRepository } from './versions/version.repository';
import { NoteVersionsController } from './versions/versions.controller';
import { NoteVersionsService } from './versions/versions.service';

/** Therapists' notes about sessions: written, searched, signed, and shared with the client where the therapist wants it. */
@Module({
  imports: [AiModule, ClientsModule, IntakeFormsModule, OcrModule, StorageModule, TypeOrmModule.forFeature([SessionNote, SessionNoteVersion, SessionNoteDraft, SessionNoteKey, SessionNoteFile, SessionNoteFilePage, SessionNoteAnalysis])],
  // Drafts first: an address of theirs is no note's.
  controllers: [NoteDraftsController, NotesController, NoteVersionsController, NoteFilesController, ReadingController, AnalysesController, FileAnalysesController, OwnNotesController],
  providers: [
    AnalysedTexts,
    AnalysesOfReadFiles,
    AnalysesService,
    AnalysingProcesses,
    AnalysingService,
    AnalysisRepository,
    DownloadLine,
    FileInspection,
    FileReadingService,
    FileTextsService,
    ImportedNotes,
    KnownPeople,
    NoteDraftRepository,
    NoteDraftsService,
    NoteFileContents,
    NoteFilePagesService,
    NoteFileRepository,
    NoteFilesService,
    NoteHistoryRepository,
    NoteListRepository,
    NoteMarks,
    NotePageRepository,
    NoteReadingService,
    NoteRepository,
    NoteSearchService,
    NotesService,
    NoteVersionRepository,
    NoteVersionsService,
    OpenedNotes,
    PageDrawer,
    PageTextsService,
    PageVision,
    PracticeNoteFiles,
    SharedNoteRepository,
    SharedNotesService,
    TextAnalysisService,
    UploadLine,
    PictureInspector,
    DocumentInspector,
  ],
  exports: [NotesService, SharedNotesService, TextAnalysisService],
})
export class SessionNotesModule {}
