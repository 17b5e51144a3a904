import { CallHandler, Controller, Delete, ExecutionContext, Get, Headers, HttpCode, Injectable, NestInterceptor, Param, Post, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { from, lastValueFrom, Observable } from 'rxjs';
import { CurrentActor, CurrentUser, currentUserOf, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { AcceptsBody, bodyAtPace, bodyWithin, FORM_SOURCE, readForm, throwAway } from '../../../common/http/bodies';
import { pathId, UuidParam } from '../../../common/http/fields';
import { waitsApart } from '../../../common/http/hang-up';
import { connectionOf } from '../../../common/limits/limits';
import { sendBytes } from '../../../common/http/send-bytes';
import { NoteFileDto, NoteFileRemovalDto } from './file.dto';
import { NoteFilePagesService } from './file-pages.service';
import { NoteFilesService } from './files.service';
import * as messages from './messages';
import { DownloadLine, FETCHED_WITHIN_MS, SENT_WITHIN_MS, UploadLine } from './upload-line';

const MAX_BYTES = messages.MAX_FILE_MB * 1024 * 1024;
/** What else is in a request with a file: boundaries, headers and four short fields. */
const FORM_BYTES = 16 * 1024;
const FILE_BODY = { bytes: MAX_BYTES + FORM_BYTES, tooLarge: messages.fileTooLarge, hasLine: true } as const;
const ONE_FILE = { schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } } };
const BINARY = { schema: { type: 'string' as const, format: 'binary' } };
const WAITS_WITHIN_MS = 300_000;
/** What holds a place and sends less than 50 kB a second gives it up. */
const LEAST_BYTES = 500_000;
const PACE_MS = 10_000;
/** Where others wait for it, what sends less than 500 kB a second gives it up. */
const WANTED_BYTES = 2_500_000;
const WANTED_MS = 5_000;
const AGAIN_SECONDS = 60;
/** Where somebody opens it in the browser all the same: nothing in it runs, and it reaches nothing. */
const SEALED_OFF = "sandbox; default-src 'none'";

/** One byte more than allowed, so that a file of exactly 20 MB is not cut off and refused. Names come as browsers send them. */
const readOneFile = multer({
  ...FORM_SOURCE,
  storage: multer.memoryStorage(),
  defParamCharset: 'utf8',
  limits: { fileSize: MAX_BYTES + 1, files: 1, fields: 4, fieldSize: 1_000, headerPairs: 20 },
}).single('file');

/** Takes the one file of a request into memory, when it is its turn and the note can have it: one of each connection. It has its place until the answer is known. */
@Injectable()
class FileUploadInterceptor implements NestInterceptor {
  constructor(
    private readonly files: NoteFilesService,
    private readonly line: UploadLine,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { id: therapistId } = currentUserOf(request);
    const noteId = pathId(request);
    bodyWithin(request, WAITS_WITHIN_MS);
    await this.files.countUpload(therapistId);
    await this.files.assertTakes(therapistId, noteId);
    const answer = await this.line.take({ id: therapistId, address: request.ip ?? null }, waitsApart(response), async () => {
      bodyWithin(request, SENT_WITHIN_MS);
      bodyAtPace(request, LEAST_BYTES, PACE_MS);
      await Promise.race([takeIn(request, response), this.tooSlow(request)]);
      return lastValueFrom(next.handle());
    }, [connectionOf(request.ip ?? null)]);
    return from([answer]);
  }

  /** Never ends well. @throws DomainError too_many once others wait for the place of what comes slowly */
  private tooSlow(request: Request): Promise<never> {
    return new Promise((_resolve, reject) => {
      bodyAtPace(request, WANTED_BYTES, WANTED_MS, () => {
        if (!this.line.isWanted(request.ip ?? null)) return;
        throwAway(request);
        reject(new DomainError('too_many', messages.sentTooSlowly, { retryAfterSeconds: AGAIN_SECONDS }));
      });
    });
  }
}

async function takeIn(request: Request, response: Response): Promise<void> {
  await readForm(readOneFile, request, response, refusal);
  if (!request.file) throw new DomainError('invalid', messages.fileMissing);
  if (request.file.size === 0) throw new DomainError('unsupported_type', messages.fileEmpty);
  if (request.file.size > MAX_BYTES) throw new DomainError('too_large', messages.fileTooLarge);
}

function refusal(error: unknown): DomainError {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return new DomainError('too_large', messages.fileTooLarge);
  return new DomainError('invalid', messages.fileMissing);
}

/** The files of a note. */
@ApiTags('session notes')
@Controller('therapist/session-notes/:id')
@Roles('therapist')
export class NoteFilesController {
  constructor(
    private readonly files: NoteFilesService,
    private readonly pages: NoteFilePagesService,
    private readonly downloads: DownloadLine,
  ) {}

  @Post('upload-file')
  @AcceptsBody(FILE_BODY)
  @UseInterceptors(FileUploadInterceptor)
  @ApiConsumes('multipart/form-data')
  @ApiBody(ONE_FILE)
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: '8 to 255 visible characters; a repeat gets the file that was added, for 24 hours.' })
  @ApiCreatedResponse({ type: NoteFileDto })
  add(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Headers('idempotency-key') key: string | undefined,
    @UploadedFile() file: Express.Multer.File,
  ): Promise<NoteFileDto> {
    return this.files.add({ ...actor, id: user.id }, id, { name: file.originalname, bytes: file.buffer }, key);
  }

  @Get('files')
  @ApiOkResponse({ type: [NoteFileDto], description: 'Oldest first' })
  list(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<NoteFileDto[]> {
    return this.files.list({ ...actor, id: user.id }, id);
  }

  @Get('files/:fileId/content')
  @ApiProduces('application/octet-stream')
  @ApiOkResponse({ ...BINARY, description: 'As an attachment' })
  async content(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Param('fileId', UuidParam) fileId: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.files.countDownload(user.id);
    await this.downloads.take({ id: user.id, address: actor.address }, waitsApart(response), async () => {
      const { file, bytes } = await this.files.download({ ...actor, id: user.id }, id, fileId);
      response.attachment(file.filename);
      await sendSealedOff(response, file.media_type, bytes);
    });
  }

  @Get('files/:fileId/pages/:page/image')
  @ApiProduces('image/webp')
  @ApiOkResponse({ ...BINARY, description: 'The page as a picture' })
  async page(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Param('fileId', UuidParam) fileId: string,
    @Param('page') page: string,
    @Res() response: Response,
  ): Promise<void> {
    if (!/^[1-9]\d{0,3}$/.test(page)) throw new DomainError('not_found', messages.noSuchPage);
    const { bytes } = await this.pages.draw({ ...actor, id: user.id }, { noteId: id, fileId, page: Number(page) }, waitsApart(response));
    await sendSealedOff(response, 'image/webp', bytes);
  }

  @Post('files/:fileId/retry')
  @HttpCode(200)
  @ApiOkResponse({ type: NoteFileDto })
  retry(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Param('fileId', UuidParam) fileId: string,
  ): Promise<NoteFileDto> {
    return this.files.retry({ ...actor, id: user.id }, id, fileId);
  }

  @Delete('files/:fileId')
  @ApiOkResponse({ type: NoteFileRemovalDto })
  async remove(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Param('fileId', UuidParam) fileId: string,
  ): Promise<NoteFileRemovalDto> {
    await this.files.remove({ ...actor, id: user.id }, id, fileId);
    return { status: 'deleted' };
  }
}

async function sendSealedOff(response: Response, type: string, bytes: Buffer): Promise<void> {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Security-Policy', SEALED_OFF);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  await sendBytes(response, bytes, FETCHED_WITHIN_MS);
}
