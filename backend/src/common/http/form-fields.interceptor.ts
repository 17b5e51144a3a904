import { CallHandler, ExecutionContext, Injectable, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer from 'multer';
import { Observable } from 'rxjs';
import { DomainError } from '../errors/domain-error';

const readFields = multer({ limits: { files: 0, fields: 10, fieldNameSize: 100, fieldSize: 10_000, headerPairs: 20 } }).none();

/** Reads the text fields of a multipart form into the body; a JSON body stays as it is. A form with a file is refused. */
@Injectable()
export class FormFields implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.is('multipart/form-data')) await read(request, http.getResponse<Response>());
    return next.handle();
  }
}

/** Everything that can go wrong while reading lies in what was sent: multer and its parser touch nothing else. */
async function read(request: Request, response: Response): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    readFields(request, response, (error?: unknown) => (error ? reject(new DomainError('invalid', 'This form could not be read.')) : resolve())),
  );
  // The parser's object has no prototype, which the validation does not expect.
  request.body = { ...(request.body as object) };
}
