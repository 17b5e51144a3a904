/** Stands in for the federation runtime's logger in the build: what it says goes to the console as it is. */
export function createLogger(prefix) {
  const [log, info, warn, error] = ['log', 'info', 'warn', 'error'].map((level) => (...words) => console[level](prefix, ...words));
  const debug = () => undefined;
  return { log, info, success: info, ready: info, warn, error, debug };
}

export const createInfrastructureLogger = createLogger;
export const logger = createLogger('[ Module Federation ]');
export const infrastructureLogger = logger;
export const bindLoggerToCompiler = () => undefined;
