import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/sites/contract.ts';
import {
  balanceReason,
  checkSettings,
  sandataReason,
  sandataUpdated,
  tidySettings,
} from '@homecare/domain/sites/rules.ts';
import type { PaperTexts, SiteSwitches } from '@homecare/domain/sites/schema.ts';
import { blockedBy, servicesOf, valueOn } from '@homecare/domain/states/rules.ts';
import { askAgain } from '../aggregator/service.ts';
import { readBalance } from '../messaging/sms.ts';
import { refreshProcedureCodes } from '../people/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStaleByLog } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Paper } from '../platform/documents/paper.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';
import { LOGO_KEY, PAPER, StoredPaper, SWITCHES, Switches } from './queries.ts';

/** The record log's name for the site's switches and texts. */
const ENTITY = 'siteSettings';

/** What is printed now, as the fields of the screen. */
const textsOf = ({
  letterhead,
  officer,
  phone24h,
  texts,
  diagnosisOnPlan,
  orderSheet,
}: Paper): PaperTexts => ({
  agency: letterhead.agency,
  address: [...letterhead.address],
  phone: letterhead.phone ?? '',
  fax: letterhead.fax ?? '',
  email: letterhead.email ?? '',
  medicaidProviderId: letterhead.medicaidProviderId ?? '',
  officerName: officer?.name ?? '',
  officerTitle: officer?.title ?? '',
  officerPhone: officer?.phone ?? '',
  phone24h: phone24h ?? '',
  confidentiality: texts.confidentiality,
  incidentNotice: texts.incidentNotice,
  reportAtOnce: [...texts.reportAtOnce],
  timesheetStatement: texts.timesheetStatement,
  diagnosisOnPlan,
  orderSheet,
});

/** Why the buttons of outside services do nothing now. */
const readServices = async (scope: Scope) => {
  const { sandataEnabled, smsEnabled } = scope.settings.capabilities;
  const aggregatorAddress = scope.settings.aggregator !== undefined;
  const textAccount = scope.settings.textMessages !== undefined;
  const services = { sandataEnabled, smsEnabled, aggregatorAddress, textAccount };
  return { updateSandata: sandataReason(services), balance: balanceReason(services) };
};

export const getSettings = async (scope: Scope): Promise<Result<OutputOf<typeof calls.getSettings>>> => {
  const { premium, version, maxClients, billing, timeZone, sandataEnabled } = scope.settings.capabilities;
  const [stored, logo, services] = await Promise.all([
    readSetting(scope.site.db, SWITCHES),
    readSetting(scope.site.db, LOGO_KEY),
    readServices(scope),
  ]);
  return done({
    switches: { ...Switches.parse(stored?.value ?? {}), timeZone, sandataEnabled },
    paper: textsOf(scope.settings.paper),
    operator: { premium, version, maxClients, billing },
    services,
    logo: logo?.rev ?? null,
    rev: stored?.rev ?? 0,
  });
};

type Values = Readonly<Record<string, unknown>>;

const differing = (before: Values, after: Values) =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
      .map(([name, value]) => [name, [before[name] ?? null, value] as const]),
  );

/** The time zone in use, whoever set it. */
const withZone = (scope: Scope, switches: SiteSwitches): SiteSwitches => ({
  ...switches,
  timeZone: switches.timeZone || scope.settings.timeZone,
});

export const saveSettings = async (
  scope: Scope,
  { rev, ...wanted }: InputOf<typeof calls.saveSettings>,
): Promise<Result<{ rev: number }>> => {
  const settings = tidySettings(wanted);
  const blocked = blockedBy(scope.settings.pack, 'visits', scope.today().toString());
  const refused = refuseAll([
    ...checkSettings(settings),
    ...(blocked !== undefined && settings.switches.sandataEnabled
      ? [{ field: 'switches.sandataEnabled', message: blocked }]
      : []),
  ]);
  if (refused) return refused;
  const saved = await mutate(scope, 'sites.saveSettings', async (tx, record) => {
    const before = await lockSetting(tx, SWITCHES);
    if ((before?.rev ?? 0) !== rev) return refuseStaleByLog(tx, scope, { entity: ENTITY });
    const paper = await readSetting(tx, PAPER);
    record({
      entity: ENTITY,
      id: null,
      action: 'update',
      changes: {
        ...differing(withZone(scope, Switches.parse(before?.value ?? {})), settings.switches),
        ...differing(paper ? StoredPaper.parse(paper.value) : textsOf(scope.settings.paper), settings.paper),
      },
    });
    await writeSetting(tx, PAPER, settings.paper);
    return done({ rev: await writeSetting(tx, SWITCHES, settings.switches) });
  });
  return saved;
};

/** 'Update Sandata' (docs/rules/aggregator.md, rule 18): the procedure codes, and the outcome of every pending record. */
export const updateSandata = async (scope: Scope): Promise<Result<null>> => {
  const reason = (await readServices(scope)).updateSandata;
  if (reason) return refuse('conflict', reason);
  return mutate(scope, 'sites.updateSandata', async (tx, record) => {
    const rules = valueOn(scope.settings.pack.rules.aggregator, scope.today().toString());
    const codes = await refreshProcedureCodes(tx, rules ? servicesOf(rules) : {});
    record({ entity: ENTITY, id: null, action: 'run', changes: { 'procedure codes': [null, codes] } });
    const asked = await askAgain(tx, scope, record);
    return done(null, { info: sandataUpdated(codes, asked) });
  });
};

/** 'Twilio Balance' of the account that sends texts, requested each time. */
export const getBalance = async (scope: Scope): Promise<Result<OutputOf<typeof calls.getBalance>>> => {
  const reason = (await readServices(scope)).balance;
  const account = scope.settings.textMessages;
  if (reason || !account) return refuse('conflict', reason ?? undefined);
  const balance = await readBalance(account);
  return balance.ok ? done({ amount: balance.amount }) : refuse('conflict', balance.reason);
};
