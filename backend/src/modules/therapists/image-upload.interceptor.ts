import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { Observable } from 'rxjs';
import { DomainError } from '../../common/errors/domain-error';
import * as messages from './messages';

const MAX_BYTES = 5_242_880;

/** One byte more than allowed, so that a file of exactly 5 MB is not cut off and refused. */
const readOneFile = multer({
  storage: multer.memoryStorage(),
  limits: { fileSize: MAX_BYTES + 1, files: 1, fields: 4, fieldSize: 1_000, headerPairs: 20 },
}).single('file');

/** Reads the one file of a multipart request into memory; refuses none, several and those over 5 MB. */
@Injectable()
export class ImageUploadInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    await new Promise<void>((resolve, reject) =>
      readOneFile(request, http.getResponse<Response>(), (error?: unknown) => (error ? reject(refusal(error)) : resolve())),
    );
    if (!request.file) throw new DomainError('invalid', messages.imageMissing);
    if (request.file.size > MAX_BYTES) throw new DomainError('too_large', messages.imageTooLarge);
    return next.handle();
  }
}

/** Everything that can go wrong while reading lies in what was sent: multer and its parser touch nothing else. */
function refusal(error: unknown): DomainError {
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return new DomainError('too_large', messages.imageTooLarge);
  return new DomainError('invalid', messages.imageMissing);
}
