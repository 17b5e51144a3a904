import { analysisMessages, fileAnalysisMessages } from './analysis-messages';
import type { FileReading } from './file-reading.api';
import type { AnalysedPlace } from './note-analysis.api';
import type { SessionNote } from './session-notes.api';

/** What is analysed, with the texts that statements rest on. */
export interface AnalysedSource {
  place: AnalysedPlace;
  /** @param page of a file */
  textOf: (page?: number) => string;
  /** The client reads the summary once it is accepted. */
  clientReads: boolean;
  messages: typeof analysisMessages;
}

export function noteSource({ id, version, content, is_client_visible }: SessionNote): AnalysedSource {
  return { place: { noteId: id, fileId: null, version: String(version) }, textOf: () => content, clientReads: is_client_visible, messages: analysisMessages };
}

/** A correction stands for what it corrects. */
export function fileSource(noteId: string, { file_id, processing_status, pages }: FileReading): AnalysedSource {
  const textOf = (wanted?: number): string => {
    const page = pages.find((one) => one.page === wanted);
    return page?.correction ?? page?.text ?? '';
  };
  const version = [processing_status, ...pages.map((page) => page.version)].join(' ');
  return { place: { noteId, fileId: file_id, version }, textOf, clientReads: false, messages: fileAnalysisMessages };
}
