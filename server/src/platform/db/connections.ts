import pg from 'pg';
import {
  type Connection,
  clientConfig,
  connectMsOf,
  endsConnection,
  type Limits,
  Unreachable,
} from './pool.ts';

/** Where a statement can be run: the connections of an agency, one of them, or a pool of a command. */
export interface Statements {
  query<R extends unknown[]>(statement: pg.QueryArrayConfig<unknown[]>): Promise<pg.QueryArrayResult<R>>;
  query<R extends pg.QueryResultRow = pg.QueryResult['rows'][number]>(
    statement: string | pg.QueryConfig<unknown[]>,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
}

/** What features use of the connections of an agency: one statement, or a client for a transaction. */
export interface SitePool extends Statements {
  /** A pooler is in between: no statement has a name, since another server connection would not know it. */
  readonly isPooled: boolean;
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The connections that an agency holds. */
export const RESERVED = 2;
/** One that is out for longer than this, in a long report, gives its place to another one for as long as it is out. */
const LONG_MS = 250;
/** Long ones of one agency: a tenth one waits as everybody does. */
const MOST_LONG = 8;
const IDLE_MS = 30_000;
/** A database that cannot be reached is not asked again for a moment: anyone who comes is answered at once. */
const REST_MS = 1_000;
/** The server has no place left: one of ours that is idle gives its place, or one becomes free soon. */
const CROWDED = '53300';
const CROWDED_PAUSE_MS = 50;

interface Waiter {
  /** It has its connection, or waits no more. */
  isOver: boolean;
  readonly take: (client: pg.PoolClient) => void;
  readonly giveUp: (error: unknown) => void;
}

interface OpenConnection {
  readonly client: pg.PoolClient;
  readonly pool: AgencyPool;
  /** When it was handed out, or came back. */
  since: number;
  isOut: boolean;
}

/** How long agencies waited for a connection. */
export type ObserveWait = (site: string, seconds: number) => void;

/**
 * All connections of this process, under one limit. An agency opens its first one with its first statement, holds two at most,
 * and gives its idle ones to others when all places are taken, no matter who used theirs least recently first. Who must wait is
 * served in turns by agency, so that one with a thousand requests delays the others by one.
 */
export class Connections {
  readonly #limit: number;
  readonly #observeWait: ObserveWait;
  readonly #opened = new Set<OpenConnection>();
  /** Agencies with somebody waiting, in the order of their turns. */
  readonly #turns = new Set<AgencyPool>();
  #opening = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: number, observeWait: ObserveWait = () => undefined) {
    this.#limit = limit;
    this.#observeWait = observeWait;
  }

  get open() {
    return this.#opened.size + this.#opening;
  }

  /** Costs nothing before its first statement. */
  poolOf(
    name: string,
    connection: Connection,
    options: { onError?: (error: Error) => void; limits?: Limits; reserved?: number } = {},
  ): AgencyPool {
    const { onError = () => undefined, limits = 'request', reserved = RESERVED } = options;
    return new AgencyPool(this, name, connection, { onError, limits, reserved: reserved });
  }

  async acquire(pool: AgencyPool): Promise<pg.PoolClient> {
    const idle = pool.takeIdle();
    if (idle) return this.#handOut(idle);
    const begun = performance.now();
    const { connectMs } = pool;
    for (;;) {
      if (pool.mayOpen() && this.#turns.size === 0 && this.#makeRoom(pool)) {
        try {
          return this.#handOut(await this.#open(pool));
        } catch (error) {
          if (!isCrowded(error) || (connectMs > 0 && performance.now() - begun > connectMs)) throw error;
          // Another program took the last place: ours that are idle are given back.
          this.#closeOldestIdle();
          await new Promise((resolve) => setTimeout(resolve, CROWDED_PAUSE_MS));
          continue;
        }
      }
      return this.#wait(pool, begun);
    }
  }

  /** Back from work: it goes to the next waiter by turns, else it is idle. */
  giveBack(opened: OpenConnection, isBroken: boolean) {
    if (!opened.isOut) return;
    opened.isOut = false;
    opened.since = performance.now();
    if (isBroken || opened.pool.isEnded) this.#close(opened);
    else opened.pool.keepIdle(opened);
    this.#serve();
    // Beyond what it holds, for a report that is through by now.
    if (!opened.isOut && opened.pool.hasTooMany && this.#opened.has(opened)) this.#close(opened);
  }

  /** It broke while nobody used it, or in use: then its user gives it back. */
  lost(opened: OpenConnection) {
    if (!opened.isOut) this.#close(opened);
    this.#serve();
  }

  #handOut(opened: OpenConnection): pg.PoolClient {
    opened.isOut = true;
    opened.since = performance.now();
    return opened.client;
  }

  #wait(pool: AgencyPool, begun: number): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      const end = () => {
        waiter.isOver = true;
        clearTimeout(timer);
        pool.waiting.delete(waiter);
        this.#observeWait(pool.name, (performance.now() - begun) / 1000);
      };
      const waiter: Waiter = {
        isOver: false,
        take: (client) => {
          end();
          resolve(client);
        },
        giveUp: (error) => {
          end();
          reject(error);
        },
      };
      const timer =
        pool.connectMs > 0
          ? setTimeout(
              () => waiter.giveUp(new Error('timeout exceeded when trying to connect')),
              pool.connectMs,
            )
          : undefined;
      pool.waiting.add(waiter);
      this.#turns.add(pool);
      this.#watch();
      this.#serve();
    });
  }

  /** Each agency that waits gets a connection in its turn, its own idle one, or a new one while there is room. */
  #serve() {
    for (const pool of [...this.#turns]) {
      const [waiter] = pool.waiting;
      if (!waiter) {
        this.#turns.delete(pool);
        continue;
      }
      const idle = pool.takeIdle();
      if (idle) {
        this.#behind(pool);
        waiter.take(this.#handOut(idle));
      } else if (pool.mayOpen() && this.#makeRoom(pool)) {
        this.#behind(pool);
        void this.#openFor(pool, waiter);
      }
    }
  }

  #behind(pool: AgencyPool) {
    this.#turns.delete(pool);
    if (pool.waiting.size > 0) this.#turns.add(pool);
  }

  async #openFor(pool: AgencyPool, waiter: Waiter) {
    pool.waiting.delete(waiter);
    try {
      const opened = await this.#open(pool);
      // The person who waited may have given up in the meantime: then it is for the next one.
      if (waiter.isOver) this.giveBack(opened, false);
      else waiter.take(this.#handOut(opened));
    } catch (error) {
      if (isCrowded(error) && !waiter.isOver) {
        this.#closeOldestIdle();
        pool.waiting.add(waiter);
        this.#turns.add(pool);
        return;
      }
      waiter.giveUp(error);
      // Nobody will come back with a connection that these could have.
      if (pool.count === 0) for (const other of [...pool.waiting]) other.giveUp(error);
    } finally {
      this.#behind(pool);
    }
  }

  async #open(pool: AgencyPool): Promise<OpenConnection> {
    pool.refuseWhileResting();
    this.#opening += 1;
    pool.opening += 1;
    try {
      const client = await pool.openClient();
      const opened: OpenConnection = {
        client: Object.assign(client, {
          release: (error?: Error | boolean) => this.giveBack(opened, Boolean(error) || isOver),
        }),
        pool,
        since: performance.now(),
        isOut: true,
      };
      let isOver = false;
      const onLost = () => {
        isOver = true;
        this.lost(opened);
      };
      client.on('error', onLost);
      client.on('end', onLost);
      this.#opened.add(opened);
      pool.all.add(opened);
      this.#watch();
      return opened;
    } finally {
      this.#opening -= 1;
      pool.opening -= 1;
    }
  }

  /** Room for one more; the one whose agency has not used it for longest gives way. */
  #makeRoom(pool: AgencyPool): boolean {
    return this.open < this.#limit || this.#closeOldestIdle(pool);
  }

  /** Also one that its own agency waits for, if that one has more of them. */
  #closeOldestIdle(wanted?: AgencyPool): boolean {
    let oldest: OpenConnection | undefined;
    for (const opened of this.#opened) {
      const mayGo = opened.pool.waiting.size === 0 || (wanted && opened.pool.count > wanted.count);
      if (!opened.isOut && mayGo && (!oldest || opened.since < oldest.since)) oldest = opened;
    }
    if (!oldest) return false;
    this.#close(oldest);
    return true;
  }

  #close(opened: OpenConnection) {
    if (!this.#opened.delete(opened)) return;
    opened.pool.forget(opened);
    opened.client.end().catch(() => undefined);
  }

  closeAllOf(pool: AgencyPool) {
    for (const opened of pool.all) if (!opened.isOut) this.#close(opened);
  }

  /** At the end of the process: what is out comes back broken. */
  async end() {
    clearInterval(this.#timer);
    await Promise.all([...this.#opened].map(({ client }) => client.end().catch(() => undefined)));
  }

  /** Only while something is open or waits: an idle process looks at nothing. */
  #watch() {
    this.#timer ??= setInterval(() => this.#look(), LONG_MS).unref();
  }

  #look() {
    const now = performance.now();
    for (const opened of this.#opened) if (!opened.isOut && now - opened.since > IDLE_MS) this.#close(opened);
    if (this.#turns.size > 0) this.#serve();
    else if (this.#opened.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}

const isCrowded = (error: unknown) => error instanceof pg.DatabaseError && error.code === CROWDED;

/** Begins a statement of the queue itself: it queues nothing that its runner would not see. */
export const QUIET = '/* queue */';
const QUEUES = /queue_job\(|add_job\(/;

/** A statement after which a job may be queued: its text says so. What the trigger of the webhooks queues waits for the next tick. */
export const mayQueue = (text: string) => QUEUES.test(text) && !text.startsWith(QUIET);

/** Of one agency. */
export class AgencyPool implements SitePool {
  readonly name: string;
  readonly isPooled: boolean;
  readonly all = new Set<OpenConnection>();
  readonly waiting = new Set<Waiter>();
  /** Those that are being opened. */
  opening = 0;
  isEnded = false;
  /** After a statement or a transaction that may have queued a job. */
  onWritten: () => void = () => undefined;
  readonly #of: Connections;
  readonly #connection: Connection;
  readonly #onError: (error: Error) => void;
  readonly #limits: Limits;
  readonly #most: number;
  #idle: OpenConnection[] = [];
  #failed: { readonly at: number; readonly error: unknown } | undefined;

  constructor(
    of: Connections,
    name: string,
    connection: Connection,
    options: { onError: (error: Error) => void; limits: Limits; reserved: number },
  ) {
    this.#of = of;
    this.name = name;
    this.#connection = connection;
    this.isPooled = 'url' in connection && connection.isPooled === true;
    this.#onError = options.onError;
    this.#limits = options.limits;
    this.#most = options.reserved;
  }

  get connectMs() {
    return connectMsOf(this.#limits);
  }

  get count() {
    return this.all.size + this.opening;
  }

  get totalCount() {
    return this.all.size;
  }

  get idleCount() {
    return this.#idle.length;
  }

  get waitingCount() {
    return this.waiting.size;
  }

  /** Two, and one more for each that long work has. */
  #allowed(): number {
    const now = performance.now();
    let long = 0;
    for (const { isOut, since } of this.all) if (isOut && now - since > LONG_MS) long += 1;
    return this.#most + Math.min(long, MOST_LONG);
  }

  /** Beyond what it may have, as after the end of long work. */
  get hasTooMany(): boolean {
    return this.count > this.#most && this.count > this.#allowed();
  }

  mayOpen(): boolean {
    return this.count < this.#most || this.count < this.#allowed();
  }

  /** The one that was used last, so that the others grow old. */
  takeIdle(): OpenConnection | undefined {
    return this.#idle.pop();
  }

  keepIdle(opened: OpenConnection) {
    this.#idle.push(opened);
  }

  forget(opened: OpenConnection) {
    this.all.delete(opened);
    this.#idle = this.#idle.filter((other) => other !== opened);
  }

  refuseWhileResting() {
    if (this.#failed && performance.now() - this.#failed.at < REST_MS) throw this.#failed.error;
  }

  /** What was wrong has been fixed. */
  forgetFailure() {
    this.#failed = undefined;
  }

  async openClient(): Promise<pg.Client> {
    const client = new pg.Client(clientConfig(this.#connection, this.#limits));
    client.on('error', this.#onError);
    try {
      await client.connect();
      this.#failed = undefined;
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (isCrowded(error)) throw error;
      const unreachable = new Unreachable(error);
      this.#failed = { at: performance.now(), error: unreachable };
      throw unreachable;
    }
  }

  query<R extends unknown[]>(statement: pg.QueryArrayConfig<unknown[]>): Promise<pg.QueryArrayResult<R>>;
  query<R extends pg.QueryResultRow = pg.QueryResult['rows'][number]>(
    statement: string | pg.QueryConfig<unknown[]>,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
  async query(statement: string | pg.QueryConfig<unknown[]>, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.acquire();
    let failed: unknown;
    try {
      if (typeof statement === 'string') return await client.query(statement, values);
      return await client.query(this.isPooled ? { ...statement, name: undefined } : statement);
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      client.release(failed !== undefined && endsConnection(failed));
      if (mayQueue(typeof statement === 'string' ? statement : statement.text)) this.onWritten();
    }
  }

  acquire(): Promise<pg.PoolClient> {
    return this.#of.acquire(this);
  }

  /** For work whose statements nobody looks at: what it did may have queued a job. */
  async connect(): Promise<pg.PoolClient> {
    const client = await this.acquire();
    const { release } = client;
    client.release = (error) => {
      client.release = release;
      release(error);
      this.onWritten();
    };
    return client;
  }

  /** Nobody is expected to need one soon. */
  closeIdle() {
    this.#of.closeAllOf(this);
  }

  /** Whatever uses a connection ends its work with it. */
  async end() {
    this.isEnded = true;
    this.#of.closeAllOf(this);
  }
}
