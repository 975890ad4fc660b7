import { fork } from 'node:child_process';
import type { Asked, PlannedVisit } from './clocked-agency.ts';
import { test as base } from './story.ts';

type Question = Asked extends infer One ? (One extends unknown ? Omit<One, 'n'> : never) : never;

export interface ClockedAgency {
  readonly url: string;
  /** The server's clock is stopped at this instant. */
  setClock(now: string): Promise<void>;
  /** The server's clock goes on from this instant: before the database's own clock what waits for its time is always due. */
  startClock(now: string): Promise<void>;
  /** A caregiver who can sign in (the last name in small letters) with a weekly visit at each client; answers their id. */
  addCaregiver(lastName: string, visits: readonly PlannedVisit[]): Promise<number>;
  /** A week of November 2026 of this caregiver, exported before nights were split at the week's end; $38.02 of it are owed. */
  addExportedWhole(lastName: string): Promise<void>;
  /**
   * A caregiver who can sign in, with a billing record that pays two hours of 11-23-2026 and of 11-24-2026; the second day was
   * recorded a quarter of an hour longer.
   */
  addLongDay(lastName: string): Promise<void>;
  /** The example data of a first start, made at the clock's time, with its four logins. */
  addExample(): Promise<void>;
  /** Runs every job of the server until nothing is left that is due by the clock. */
  runJobs(): Promise<void>;
  /** The same of what was queued alone: nothing that has its time of day or hour. */
  runQueued(): Promise<void>;
  /** The same, and sends to the aggregator what waits and asks for its answers. */
  runAggregator(): Promise<void>;
  /** A phone writes to the agency. */
  write(from: string, body: string): Promise<void>;
  /** What the agency wrote to a number, the oldest first. */
  readTexts(number: string): Promise<readonly string[]>;
  /** Both timesheets of a care plan and month (2026-11) have come in, signed. */
  addScans(planId: number, month: string): Promise<void>;
  /** October 2026 as so many clients had it, each with one care plan of two days a week; every so many has something that stops its card. */
  addWorkedMonth(clients: number, troubleEvery: number): Promise<void>;
  /** Its Complete visits as they are on record now: the care plan, the day, the planned day, the begin and the end of each. */
  readWorkedTimes(): Promise<readonly string[]>;
}

const isAnswer = (
  message: unknown,
): message is { readonly n: number; readonly value?: unknown; readonly error?: string } =>
  typeof message === 'object' && message !== null && 'n' in message;
const isStarted = (message: unknown): message is { readonly url: string } =>
  typeof message === 'object' && message !== null && 'url' in message;

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const startAgency = async (): Promise<ClockedAgency & { stop(): Promise<void> }> => {
  const child = fork('e2e/clocked-agency.ts', {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.on('message', (message) => {
      if (isStarted(message)) return resolve(message);
      if (!isAnswer(message)) return;
      const { resolve: answered, reject: refused } = waiting.get(message.n) ?? Promise.withResolvers();
      if (message.error === undefined) answered(message.value);
      else refused(new Error(message.error));
    });
    void ended.then(() => reject(new Error('the agency with a clock of its own did not start')));
  });
  let asked = 0;
  const ask = (question: Question) => {
    asked += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(asked, answer);
    child.send({ ...question, n: asked });
    return answer.promise;
  };
  return {
    url,
    setClock: async (now) => void (await ask({ now, goesOn: false })),
    startClock: async (now) => void (await ask({ now, goesOn: true })),
    addCaregiver: async (caregiver, visits) => Number(await ask({ caregiver, visits })),
    addExportedWhole: async (exportedWhole) => void (await ask({ exportedWhole })),
    addLongDay: async (longDay) => void (await ask({ longDay })),
    addExample: async () => void (await ask({ example: true })),
    runJobs: async () => void (await ask({ jobs: 'all' })),
    runQueued: async () => void (await ask({ jobs: 'queued' })),
    runAggregator: async () => void (await ask({ jobs: 'aggregator' })),
    write: async (from, body) => {
      const statuses = await ask({ from, body });
      if (String(statuses) !== '200') throw new Error(`the agency did not take the text: ${statuses}`);
    },
    readTexts: async (textsTo) => textsOf(await ask({ textsTo })),
    addScans: async (scannedPlan, month) => void (await ask({ scannedPlan, month })),
    addWorkedMonth: async (workedFor, troubleEvery) => void (await ask({ workedFor, troubleEvery })),
    readWorkedTimes: async () => textsOf(await ask({ workedIn: '2026-10' })),
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
};

let own: { readonly file: string; readonly agency: Awaited<ReturnType<typeof startAgency>> } | undefined;

/** The agency of a file of stories, as new: its clock and its people are those of that file alone. */
const agencyOf = async (file: string): Promise<ClockedAgency> => {
  if (own?.file !== file) {
    await own?.agency.stop();
    own = { file, agency: await startAgency() };
  }
  return own.agency;
};

/** Stories in an agency whose clock they set; what runs by the clock of the machine has no say in them. */
export const test = base.extend<{ readonly agency: ClockedAgency }>({
  // biome-ignore lint/correctness/noEmptyPattern: fixtures name what they need by destructuring.
  agency: async ({}, use, { file }) => use(await agencyOf(file)),
  baseURL: async ({ agency }, use) => use(agency.url),
});

export { expect } from './story.ts';
