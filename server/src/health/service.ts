import { done } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/health/contract.ts';
import { healthLines } from '@homecare/domain/health/lines.ts';
import type { HealthFacts } from '@homecare/domain/health/schema.ts';
import { findAggregatorPause } from '../aggregator/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { RELEASE } from '../platform/config/environment.ts';
import type { UseCase } from '../platform/http/bind.ts';
import type { Machine } from '../platform/site/machine.ts';
import {
  type MachineReadings,
  type MessageCount,
  measureMachine,
  measureSite,
  NOTHING,
  type QueueCount,
  type SiteReadings,
} from './measure.ts';

const countOf = (count: QueueCount | MessageCount | undefined) => ({
  ...NOTHING,
  ...count,
  isMeasured: count !== undefined,
});

/** What leaves the agency: what is waiting, and whether an admin switched it on and entered an account. */
const sendingFacts = async (scope: Scope, { records, texts, mail }: SiteReadings) => {
  const { capabilities, aggregator, textMessages, mail: account } = scope.settings;
  return {
    aggregator: {
      ...countOf(records),
      isOn: capabilities.sandataEnabled,
      isConnected: aggregator !== undefined,
      restsUntil: await findAggregatorPause(scope),
    },
    texts: { ...countOf(texts), isOn: capabilities.smsEnabled, isConnected: textMessages !== undefined },
    mail: { ...countOf(mail), isOn: capabilities.emailEnabled, isConnected: account !== undefined },
  };
};

const factsOf = async (
  scope: Scope,
  machine: Machine,
  site: SiteReadings,
  server: MachineReadings,
): Promise<HealthFacts> => ({
  now: scope.now().toString(),
  timeZone: scope.settings.timeZone,
  database: {
    isEmbedded: machine.isEmbedded,
    answerMs: site.answerMs ?? null,
    open: site.open,
    waiting: site.waiting,
  },
  jobs: site.jobs ?? null,
  ...(await sendingFacts(scope, site)),
  disks: server.disks,
  lastBackup: server.lastBackup ?? null,
  archive: { isOn: machine.archiveTo !== undefined, upToDate: server.upToDate?.toString() ?? null },
  drill: server.drill ?? null,
  certificateEnds: server.certificateEnds?.toString() ?? null,
  isProxied: machine.isProxied,
  release: {
    release: RELEASE,
    startedAt: machine.startedAt.toString(),
    newerMigrations: site.newerMigrations ?? null,
  },
  calls: server.calls,
  slowStatements: server.slowStatements,
});

/** The server as a whole, and only the asking agency. */
export const getHealth =
  (machine: Machine): UseCase<typeof calls.getHealth> =>
  async (scope) => {
    const site = await measureSite(scope.site);
    const facts = await factsOf(scope, machine, site, await measureMachine(machine));
    return done({ at: facts.now, lines: healthLines(facts) });
  };
