import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Call } from '@homecare/domain/call.ts';
import type { InjectOptions } from 'fastify';
import { LEAN_FLAGS, leanEnvironment } from '../../scripts/lean-memory.mjs';
import { readPostmaster } from '../src/platform/db/postmaster.ts';
import { BASE } from '../src/platform/http/base-path.ts';
import { commandBody, requestOf } from './requests.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The product as `npm start` runs it: server/src/main.ts in a separate process. */
export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** Milliseconds from the start of the process to its first answer. */
  readonly readyMs: number;
  readonly output: () => string;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

export interface ServerEnvironment {
  readonly DATA_DIR: string;
  readonly PORT: string;
  readonly DEMO_PASSWORD: string;
  readonly DATABASE_URL?: string;
  readonly DATABASE_DIRECT_URL?: string;
  readonly DATABASE_OWNER_URL?: string;
  readonly DATABASE_CONNECTIONS?: string;
  readonly ARCHIVE_TO?: string;
  readonly DRAIN_SECONDS?: string;
  /** 127.0.0.1 by default. */
  readonly HOST?: string;
}

/** Starts it without waiting: `ready` resolves with the first answer of /readyz, and rejects if the process ends before. */
export const launchServer = (environment: ServerEnvironment, nodeOptions: readonly string[] = []) => {
  const begun = performance.now();
  const child = spawn(process.execPath, [...LEAN_FLAGS, ...nodeOptions, 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...leanEnvironment(process.env),
      DATABASE_URL: '',
      HOST: '127.0.0.1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output = `${output}${data}`.slice(-100_000);
    });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  const url = `http://127.0.0.1:${environment.PORT}`;
  const answering = async (): Promise<ServerProcess> => {
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
        throw new Error(`the server ended before it answered:\n${output}`);
      const answer = await request(`${url}/readyz`).catch(() => undefined);
      if (answer?.status === 200) break;
      if (performance.now() - begun > 120_000) throw new Error(`the server does not get ready:\n${output}`);
      await pause(10);
    }
    return {
      pid: child.pid,
      url,
      readyMs: Math.round(performance.now() - begun),
      output: () => output,
      ended,
      kill: (signal) => void child.kill(signal),
    };
  };
  return { ended, kill: (signal: NodeJS.Signals) => void child.kill(signal), ready: answering() };
};

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends one request over a real socket, without asking for compression; rejects if the connection ends before the answer. */
export const request = (
  url: string,
  options: { method?: string; headers?: OutgoingHttpHeaders; payload?: string; agent?: Agent } = {},
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const { payload, agent = false } = options;
    const headers = {
      host: 'localhost',
      'x-requested-with': 'homecare',
      ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
      ...options.headers,
    };
    const outgoing = send(url, { method: options.method ?? 'GET', headers, agent, timeout: 30_000 });
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () =>
        incoming.complete
          ? resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: Buffer.concat(chunks),
            })
          : reject(new Error('the answer was cut')),
      );
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in 30 s')));
    outgoing.on('error', reject);
    outgoing.end(payload);
  });

/** A declared call's request (requests.ts), sent over a socket. */
export const overHttp = (url: string, { method, url: path, payload, headers }: InjectOptions) => {
  const isText = typeof payload === 'string';
  return [
    `${url}${String(path)}`,
    {
      method: method ?? 'GET',
      headers: {
        ...(!isText && payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload: isText ? payload : JSON.stringify(payload) }),
    },
  ] as const;
};

/** A declared call over a socket, in a cookie's session. */
export const askOver = (
  { url, cookie }: { readonly url: string; readonly cookie: string },
  call: Call,
  input: unknown,
  { agent, headers = {} }: { readonly agent: Agent; readonly headers?: OutgoingHttpHeaders },
): Promise<HttpAnswer> => {
  const [address, options] = overHttp(url, requestOf(call, input));
  return request(address, { ...options, headers: { ...options.headers, ...headers, cookie }, agent });
};

/** The cookie of a new session. */
export const signInOver = async (
  url: string,
  user: string,
  pass: string,
  /** To choose one of several agencies. */
  headers: OutgoingHttpHeaders = {},
): Promise<string> => {
  const answer = await request(`${url}${BASE}/poster.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: commandBody('login', { data: { user, pass } }),
  });
  const [cookie] = answer.headers['set-cookie']?.[0]?.split(';') ?? [];
  if (answer.status !== 200 || !cookie) throw new Error(`login failed: ${answer.body}`);
  return cookie;
};

/** The process numbers of a DATA_DIR's PostgreSQL: its postmaster and the processes it started. */
export const postgresProcesses = (dataDir: string): number[] => {
  const postmaster = readPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) return [];
  return [postmaster.pid, ...parents().flatMap(([pid, parent]) => (parent === postmaster.pid ? [pid] : []))];
};

const parents = (): [pid: number, parent: number][] => {
  if (!existsSync('/proc/self/stat')) return parentsByPs();
  return readdirSync('/proc').flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0])]];
    } catch {
      return [];
    }
  });
};

const parentsByPs = (): [number, number][] =>
  spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line): [number, number] => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      return [pid ?? 0, parent ?? 0];
    });

/** Like a power cut: none of its processes can end properly. */
export const killPostgres = (dataDir: string): number => {
  const pids = postgresProcesses(dataDir);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
  return pids.length;
};
