import pino from 'pino';
import { countEvent } from '../metrics/events.ts';
import { EVENT_LEVELS, type EventName, type Events } from './events.ts';
import { currentOrigin } from './origin.ts';

/** Lines of JSON, never with bodies, page addresses, names or values of records. */
export interface Log {
  /** Logs an event and counts it for /metrics. */
  event<E extends EventName>(name: E, fields: Events[E]): void;
  info(message: string): void;
  warn(message: string): void;
  error(reference: string, error: unknown): void;
  /** The same log, with the site in each line. */
  ofSite(site: string): Log;
}

/** None of our lines has such a field; if one appears by mistake, its value is removed. */
const PRIVATE = [
  ...['name', 'firstName', 'lastName', 'login', 'user', 'recipient', 'to', 'text', 'subject', 'body'],
  ...['data', 'payload', 'parameters', 'ssn', 'phone', 'email', 'password', 'pass', 'token', 'cookie'],
];

/**
 * Messages of the database and of JavaScript (`Cannot convert Garcia to a BigInt`) can contain row values, so only kind, code,
 * constraint and place are logged. Our own sentences contain none.
 */
const describeError = (error: unknown) => {
  if (!(error instanceof Error)) return { kind: typeof error };
  const place = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 6)
    .map((line) => line.trim());
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  const message = code === undefined && error.name === 'Error' ? error.message.slice(0, 200) : undefined;
  return { kind: error.name, code, constraint, message, place };
};

/** `requests` logs a line per request, for operators who want that (LOG_REQUESTS=1). */
export const processLog = (
  requests: boolean,
  write: (line: string) => unknown = (line) => process.stderr.write(line),
): Log => {
  const logger = pino(
    {
      level: requests ? 'debug' : 'info',
      base: null,
      messageKey: 'message',
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      mixin: () => {
        const { agency: _, ...origin } = currentOrigin() ?? {};
        return origin;
      },
      serializers: { error: describeError },
      redact: { paths: PRIVATE, censor: '[redacted]' },
    },
    { write },
  );
  return logOf(logger, undefined);
};

const logOf = (logger: pino.Logger, site: string | undefined): Log => ({
  event: (name, fields) => {
    countEvent(site ?? '', name, fields);
    logger[EVENT_LEVELS[name]]({ event: name, ...fields });
  },
  info: (message) => logger.info(message),
  warn: (message) => logger.warn(message),
  error: (reference, error) => logger.error({ reference, ...describeError(error) }),
  ofSite: (name) => logOf(logger.child({ site: name }), name),
});

/** For commands, whose output goes to the person running them. */
export const NO_LOG: Log = processLog(false, () => undefined);
