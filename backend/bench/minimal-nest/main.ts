import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { readRecording } from '../reference/recording';
import { MinimalModule } from './minimal.module';

/** Nest on platform-express with the product's headers; no pipes, filters, interceptors or logs. */
async function main(): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(MinimalModule, { logger: ['error'], bodyParser: false });
  const headers = Object.entries(readRecording().headers);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', 'loopback');
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('X-Request-Id', randomUUID());
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  });
  app.useBodyParser('json', { limit: '1mb' });
  app.setGlobalPrefix('api');
  app.getHttpServer().keepAliveTimeout = 65_000;
  await app.listen(Number(process.env['PORT']), '127.0.0.1');
}

void main();
