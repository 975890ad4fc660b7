import pg from 'pg';
import {
  type Connection,
  clientConfig,
  connectMsOf,
  endsConnection,
  type Limits,
  Unreachable,
} from './pool.ts';

/** Where a statement can run: the connections of an agency, one of them, or a command's pool. */
export interface Statements {
  query<R extends unknown[]>(statement: pg.QueryArrayConfig<unknown[]>): Promise<pg.QueryArrayResult<R>>;
  query<R extends pg.QueryResultRow = pg.QueryResult['rows'][number]>(
    statement: string | pg.QueryConfig<unknown[]>,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>;
}

/** What features use of an agency's connections: single statements, or a client for a transaction. */
export interface SitePool extends Statements {
  /** There is a pooler, so statements must not be prepared: another server connection would not know them. */
  readonly isPooled: boolean;
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The connections an agency keeps. */
export const RESERVED = 2;
/** A connection in use for longer, as by a long report, does not count while it is out. */
const LONG_MS = 250;
/** At most this many long ones per agency; the next waits like everyone else. */
const MOST_LONG = 8;
const IDLE_MS = 30_000;
/** After a failure to reach a database, requests are refused at once for this long. */
const REST_MS = 1_000;
/** The server has no free place: close an idle connection of ours, or wait for one to become free. */
const CROWDED = '53300';
const CROWDED_PAUSE_MS = 50;

interface Waiter {
  /** The waiter has a connection or has given up. */
  isOver: boolean;
  readonly take: (client: pg.PoolClient) => void;
  readonly giveUp: (error: unknown) => void;
}

interface OpenConnection {
  readonly client: pg.PoolClient;
  readonly pool: AgencyPool;
  /** When it was handed out or returned. */
  since: number;
  isOut: boolean;
}

/** Reports how long an agency waited for a connection. */
export type ObserveWait = (site: string, seconds: number) => void;

/**
 * All connections of this process, under one limit. An agency opens its first with its first statement, keeps at most two, and gives
 * up idle ones when all places are taken, least recently used first. Waiting agencies are served in turns, so that one with a
 * thousand requests delays the others by one.
 */
export class Connections {
  readonly #limit: number;
  readonly #observeWait: ObserveWait;
  readonly #opened = new Set<OpenConnection>();
  /** Agencies with waiters, in the order of turns. */
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

  /** Free of cost until its first statement. */
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
          // Another program took the last place, so close one of our idle connections.
          this.#closeOldestIdle();
          await new Promise((resolve) => setTimeout(resolve, CROWDED_PAUSE_MS));
          continue;
        }
      }
      return this.#wait(pool, begun);
    }
  }

  /** A returned connection goes to the next waiter by turns, otherwise it becomes idle. */
  giveBack(opened: OpenConnection, isBroken: boolean) {
    if (!opened.isOut) return;
    opened.isOut = false;
    opened.since = performance.now();
    if (isBroken || opened.pool.isEnded) this.#close(opened);
    else opened.pool.keepIdle(opened);
    this.#serve();
    // More than the agency keeps, opened for a report that has ended.
    if (!opened.isOut && opened.pool.hasTooMany && this.#opened.has(opened)) this.#close(opened);
  }

  /** It broke while idle or in use; in use, its user returns it. */
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

  /** Gives each waiting agency a connection in its turn: an idle one of its own, or a new one while there is room. */
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
      // If the waiter has given up in the meantime, it goes to the next.
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
      // No connection will be returned for these waiters.
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

  /** Makes room for one more by closing the one whose agency has not used it for longest. */
  #makeRoom(pool: AgencyPool): boolean {
    return this.open < this.#limit || this.#closeOldestIdle(pool);
  }

  /** Also closes one that its own agency could use, if that agency has more. */
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

  /** At the end of the process, connections in use are closed when returned. */
  async end() {
    clearInterval(this.#timer);
    await Promise.all([...this.#opened].map(({ client }) => client.end().catch(() => undefined)));
  }

  /** Watches only while something is open or waiting. */
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

/** Marks statements of the queue itself, which queue nothing that its runner would not see. */
export const QUIET = '/* queue */';
const QUEUES = /queue_job\(|add_job\(/;

/** The statement's text says that it may queue a job. What the trigger of webhooks queues waits for the next tick. */
export const mayQueue = (text: string) => QUEUES.test(text) && !text.startsWith(QUIET);

/** The connections of one agency. */
export class AgencyPool implements SitePool {
  readonly name: string;
  readonly isPooled: boolean;
  readonly all = new Set<OpenConnection>();
  readonly waiting = new Set<Waiter>();
  /** The number being opened. */
  opening = 0;
  isEnded = false;
  /** Called after a statement or transaction that may have queued a job. */
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

  /** Two, and one more for each used by long work. */
  #allowed(): number {
    const now = performance.now();
    let long = 0;
    for (const { isOut, since } of this.all) if (isOut && now - since > LONG_MS) long += 1;
    return this.#most + Math.min(long, MOST_LONG);
  }

  /** More than allowed, as after the end of long work. */
  get hasTooMany(): boolean {
    return this.count > this.#most && this.count > this.#allowed();
  }

  mayOpen(): boolean {
    return this.count < this.#most || this.count < this.#allowed();
  }

  /** The most recently used one, so that the others age. */
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

  /** The cause of the failure was fixed. */
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

  /** For work whose statements are not examined: it may have queued a job. */
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

  /** Closes idle connections when none is expected to be needed soon. */
  closeIdle() {
    this.#of.closeAllOf(this);
  }

  /** Closes everything; whoever uses a connection closes it when done. */
  async end() {
    this.isEnded = true;
    this.#of.closeAllOf(this);
  }
}
