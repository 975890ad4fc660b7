// An agency of its own whose clock the parent process sets: the real server on a real PostgreSQL; nothing is left of it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Weekday } from '../domain/src/calendar.ts';
import { done } from '../domain/src/errors.ts';
import { createAccount } from '../server/src/accounts/service.ts';
import { buildRegistry } from '../server/src/app.ts';
import { createPlan } from '../server/src/care-plans/service.ts';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { DEMO_ENTRY, WEB_ROOT } from '../server/src/platform/config/config.ts';
import { databaseName } from '../server/src/platform/db/databases.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts';
import { mutate } from '../server/src/platform/db/mutate.ts';
import { buildServer } from '../server/src/platform/http/server.ts';
import { addClient, addProvider, weekOf } from '../server/src/platform/testing/care.ts';
import { onServer } from '../server/src/platform/testing/on-server.ts';
import { openSite, Sites } from '../server/src/sites/sites.ts';
import { DEMO_PASSWORD } from './demo-password.ts';

/** What the parent asks for; `n` comes back with the answer. */
export type Asked = { readonly n: number } & (
  | { readonly now: string }
  | { readonly caregiver: string; readonly visits: readonly PlannedVisit[] }
);

/** On this weekday from now on, for a client of this name. */
export interface PlannedVisit {
  readonly client: string;
  readonly day: Weekday;
  readonly from: string;
  readonly to: string;
}

const say = (message: object) => process.connected && process.send?.(message);

const dataDir = mkdtempSync(join(tmpdir(), 'homecare-e2e-clock-'));
const url = process.env.E2E_DATABASE_URL;
const postgres = url ? undefined : await startEmbeddedPostgres({ dataDir, log: () => undefined });
const connection = postgres?.connection ?? { url: url ?? '' };
let now = Temporal.Now.instant();
const name = `clock-${randomBytes(6).toString('hex')}`;
const site = await openSite({ ...DEMO_ENTRY, name }, connection, dataDir, { clock: { now: () => now } });
const sites = new Sites([site], { pickerHosts: [] });
const failed = (line: string) => void process.stderr.write(`${line}\n`);
const app = await buildServer({
  sites,
  registry: buildRegistry(sites),
  log: {
    request: () => undefined,
    info: () => undefined,
    warn: failed,
    error: (_, error) => failed(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  },
  trustedProxies: [],
  webRoot: WEB_ROOT,
});

/** A login of its own with the password of all stories. */
const addLogin = async (login: string, fullName: string, role: 'user' | 'evv', providerId?: number) => {
  const scope = Scope.ofJob(site, 'stories');
  const made = await mutate(scope, 'stories.login', async (tx, record) => {
    record({ entity: 'account', id: null, action: 'insert' });
    return createAccount(tx, scope, {
      login,
      fullName,
      role,
      password: DEMO_PASSWORD,
      temporary: false,
      ...(providerId !== undefined && { providerId }),
    });
  });
  return made.ok ? done(login) : made;
};

const addVisits = async (caregiver: string, visits: readonly PlannedVisit[]) => {
  // The checks that a plan needs are as old as the plan is new.
  const checked = now.toZonedDateTimeISO(site.timeZone).toPlainDate().subtract({ months: 1 }).toString();
  const providerId = await addProvider(site.pool, caregiver, {
    background_check: checked,
    caps_check: checked,
  });
  for (const { client, day, from, to } of visits) {
    const scope = Scope.ofJob(site, 'stories');
    const made = await createPlan(scope, {
      data: {
        ProviderID: providerId,
        ClientID: await addClient(site.pool, client),
        Type: 'PCP',
        StartDate: scope.today().toString(),
        createReason: 'New client',
        json: weekOf({ [day]: [from, to] }),
      },
    });
    if (!made.ok) throw new Error(made.info);
  }
  await addLogin(caregiver.toLowerCase(), `Pat ${caregiver}`, 'evv', providerId);
  return providerId;
};

const answer = async (asked: Asked) => {
  if ('now' in asked) {
    now = Temporal.Instant.from(asked.now);
    return null;
  }
  return addVisits(asked.caregiver, asked.visits);
};

process.on('message', (asked: Asked) => {
  answer(asked).then(
    (value) => say({ n: asked.n, value }),
    (error) => say({ n: asked.n, error: String(error) }),
  );
});
process.once('disconnect', async () => {
  await app.close();
  await site.close();
  if (url) await onServer(connection, `drop database "${databaseName(name)}" with (force)`);
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});

await addLogin('office', 'Dana Office', 'user');
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
say({ url: `http://localhost:${typeof address === 'object' ? address?.port : address}` });
