import * as supertest from 'supertest';
import { startTestApp } from '../harness/test-app';

it('a server without a Google client sends the person back with a reason', async () => {
  const test = await startTestApp({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
  try {
    const answer = await supertest.default(test.app.getHttpServer()).get('/api/auth/google').expect(302);
    expect(answer.headers['location']).toBe('/?auth_error=not_configured');
  } finally {
    await test.close();
  }
});
