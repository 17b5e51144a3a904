import { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The contract that the frontends are typed by. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setTitle('Attune')
    .setDescription('Practice management for therapists.')
    .setVersion('1')
    .addCookieAuth('session', { type: 'apiKey', in: 'cookie' }, 'session')
    .addCookieAuth('admin_session', { type: 'apiKey', in: 'cookie' }, 'admin_session')
    .build();
  return SwaggerModule.createDocument(app, description, { operationIdFactory: (controller, method) => `${controller}.${method}` });
}

/** Swagger UI at /api/docs, outside production. */
export function serveApiDocs(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => openApiDocument(app), { jsonDocumentUrl: 'api/docs/openapi.json' });
}
