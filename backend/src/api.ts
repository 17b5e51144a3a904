import { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { ApiModule } from './api.module';
import { ErrorFilter } from './common/errors/error.filter';
import { validationPipe } from './common/errors/validation';
import { bodies, carriesBody, inOrder } from './common/http/bodies';
import { changesAtWork, readsAtWork } from './common/http/changes-at-work';
import { SessionLooks } from './common/http/shared-work';
import { askedInTurn } from './common/http/pipelining';
import { inOnePiece } from './common/http/one-piece';
import { quietQuery } from './common/http/quiet-query';
import { fewConnections } from './common/http/few-connections';
import { atAnyRate, LOOPBACK, MOST_HEADER_LINES, RequestRates } from './common/http/request-rates';
import { boundUnread } from './common/http/unread-answers';
import { localOnly } from './common/http/local-only';
import { answerHeaders, withHeaders } from './common/http/security-headers';
import { beginInTurn } from './common/http/turns-of-loop';
import { accessLog, goingOnTraced, requestId } from './common/logging/access-log';
import { createLogger, NestLogger } from './common/logging/logger';
import { Metrics } from './common/metrics/metrics';
import { Tracing } from './common/tracing/tracing';
import { AppConfig } from './config/app-config';
import { leftSessions } from './modules/auth/sessions/left-sessions';
import { SessionService } from './modules/auth/sessions/session.service';
import { PublicLane, SharedSteps } from './lane/public-lane';
import { serveApiDocs } from './openapi';
import { PageServer } from './pages/page-server';

/** Builds the API application without listening. */
export async function createApi(logLevel: string): Promise<NestExpressApplication> {
  const logger = new NestLogger(createLogger(logLevel, 'api'));
  const app = await NestFactory.create<NestExpressApplication>(ApiModule, { bodyParser: false, logger, abortOnError: false });
  configureApi(app);
  return app;
}

/** What every request passes, in this order. Shared with the tests. */
export function configureApi(app: NestExpressApplication): void {
  const config = app.get(AppConfig);
  const logger = createLogger(config.logLevel, 'api');
  const errors = new ErrorFilter(logger);
  app.useLogger(new NestLogger(logger));
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  const tracing = app.get(Tracing);
  const log = accessLog(logger, app.getHttpServer(), app.get(Metrics), tracing);
  const pages = app.get(PageServer).middleware(errors);
  const here = config.answersAll ? undefined : localOnly();
  const headers = answerHeaders(config.secureCookies);
  const reads = readsAtWork(config.readsAtWork);
  const changes = changesAtWork(config.changesAtWork);
  const left = leftSessions(app.get(SessionService), app.get(SessionLooks), changes);
  let comers = 0;
  (app.getHttpServer() as import('node:http').Server).on('connection', () => (comers += 1));
  const begin = beginInTurn(undefined, () => comers);
  // Bodies come in whenever they come; what is made of them is a beginning of its own.
  const beginWithBody = beginInTurn(carriesBody, () => comers);
  const steps: RequestHandler[] = [askedInTurn, requestId, withHeaders(headers), log, ...(here ? [here] : []), begin, reads, left, pages, quietQuery, bodies((address) => !LOOPBACK.test(address)), beginWithBody, changes];
  app.use(inOrder(...(tracing.isOn ? steps.map((step) => goingOnTraced(step)) : steps)));
  app.setGlobalPrefix('api');
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(errors);
  app.enableShutdownHooks();
  if (!config.production) serveApiDocs(app);
  const trust = app.getHttpAdapter().getInstance().get('trust proxy fn') as SharedSteps['trust'];
  boundConnections(app, trust);
  if (config.publicAnswers.lane) answerBefore(app, (usual) => app.get(PublicLane).before(usual, { headers, log, localOnly: here, reads: tracing.isOn ? goingOnTraced(reads) : reads, errors, trust }));
  const rates = new RequestRates(config.requestsPerSecond, trust);
  answerBefore(app, (usual) => atAnyRate(rates, headers, usual));
}

/** Puts something before all that answered requests until now. */
function answerBefore(app: NestExpressApplication, before: (usual: import('node:http').RequestListener) => import('node:http').RequestListener): void {
  const server = app.getHttpServer() as import('node:http').Server;
  const [usual] = server.listeners('request') as import('node:http').RequestListener[];
  if (!usual) throw new Error('Nothing answers requests yet.');
  server.off('request', usual).on('request', before(usual));
}

/** Slow or idle clients do not hold a connection for ever. */
function boundConnections(app: INestApplication, trust: SharedSteps['trust']): void {
  const server = app.getHttpServer() as import('node:http').Server;
  server.headersTimeout = 10_000;
  // Bodies have deadlines of their own, see `bodyWithin`; this is for what slips through them.
  server.requestTimeout = 330_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = 2_000;
  fewConnections(server, (address) => LOOPBACK.test(address) || trust(address, 0));
  boundUnread(server);
  // What is refused for more of them is not made an object of.
  server.maxHeadersCount = MOST_HEADER_LINES;
  server.on('connection', inOnePiece);
}
