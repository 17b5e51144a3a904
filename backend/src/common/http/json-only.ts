import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../errors/domain-error';

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Bodies are JSON or, for files, multipart; what a plain HTML form of another site can send is refused. */
export function jsonOnly(request: Request, _response: Response, next: NextFunction): void {
  const hasBody = request.headers['content-length'] !== undefined ? request.headers['content-length'] !== '0' : request.headers['transfer-encoding'] !== undefined;
  if (METHODS.has(request.method) && hasBody && !request.is(['application/json', 'multipart/form-data'])) {
    next(new DomainError('unsupported_type', 'Send this as JSON.'));
    return;
  }
  next();
}
