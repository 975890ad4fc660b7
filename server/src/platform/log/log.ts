/** Lines of JSON on standard output and error; never bodies, addresses of pages, names or values of records. */
export interface Log {
  /** Absent where nobody wants a line of every request. */
  readonly request?: (line: {
    id: string;
    method: string;
    route: string;
    status: number;
    ms: number;
  }) => void;
  info(message: string): void;
  warn(message: string): void;
  error(reference: string, error: unknown): void;
}

const write = (level: string, fields: object) =>
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, ...fields })}\n`);

/**
 * Messages of the database and of the language (`Cannot convert Garcia to a BigInt`) can hold values of rows: of them only
 * kind, code, constraint and place are kept. Sentences of our own hold none.
 */
const safe = (error: unknown) => {
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

/** `requests`: one line each, for operators who want them (LOG_REQUESTS=1). */
export const processLog = (requests: boolean): Log => ({
  ...(requests && { request: (line) => write('info', line) }),
  info: (message) => write('info', { message }),
  warn: (message) => write('warn', { message }),
  error: (reference, error) => write('error', { reference, ...safe(error) }),
});
