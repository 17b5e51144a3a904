import { ServerProcess } from './server-process.mjs';
import { median } from './ratio.mjs';

/**
 * How long the API process takes from its start to its first "ready".
 * @param {{ script: string, env: Record<string, string>, logFile: string, starts: number }} options
 * @returns {Promise<{ medianMs: number, slowestMs: number }>}
 */
export async function measureBoot({ script, env, logFile, starts }) {
  const times = [];
  for (let start = 0; start < starts; start += 1) {
    const server = await ServerProcess.start({ script, env, logFile, readyPath: '/api/health/ready' });
    times.push(server.startedInMs);
    await server.stop();
  }
  return { medianMs: median(times), slowestMs: Math.max(...times) };
}
