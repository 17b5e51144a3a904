import type { NextFunction, Request, Response } from 'express';

/** Answers of the API are kept by no cache unless a route says otherwise. */
export function noStore(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}
