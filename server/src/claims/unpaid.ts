import type { OutputOf } from '@homecare/domain/call.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { openOf } from '@homecare/domain/claims/list-words.ts';
import { type FilingTerms, fileBy } from '@homecare/domain/claims/payer-terms.ts';
import { paymentDay } from '@homecare/domain/claims/posting.ts';
import type { DenialGroup, UnpaidItem } from '@homecare/domain/claims/schema.ts';
import {
  ageing,
  daysBetween,
  denialRate,
  itemsOfAge,
  rankByDeadline,
  underpaidLines,
  weeklyDays,
} from '@homecare/domain/claims/unpaid.ts';
import { done, type Result } from '@homecare/domain/errors.ts';
import { sum } from '@homecare/domain/sum.ts';
import { askedOfMedicaid, ofInsurers } from '../billing/claiming.ts';
import { namePayers, usedInsurers } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listOpenInvoices } from '../private-pay/open-invoices.ts';
import {
  type AnswerOfFile,
  listClaimDays,
  listDenialRows,
  listPaymentsOfFiles,
  listUnclaimedRecords,
  listUndecidedClaims,
  type UnclaimedRecord,
  type UndecidedRow,
} from './answer-queries.ts';
import { readGroups } from './corrections.ts';
import { denialOf } from './denials.ts';
import { listClaimTerms } from './payer-data.ts';

/** What remains to be paid (docs/rules/claims.md, rule 33). */

const WEEKS = 12;

const lastDay = (lines: readonly { readonly day: string }[], otherwise: string) =>
  lines.map(({ day }) => day).reduce((last, day) => (day > last ? day : last), '') || otherwise;

/** Denials, and billed Medicaid records that are on no claim. */
const blockedOf = (
  groups: readonly DenialGroup[],
  unclaimed: readonly UnclaimedRecord[],
  terms: readonly FilingTerms[],
) =>
  [
    ...groups.flatMap(({ title, rows }) =>
      rows.map(({ id, clientId, client, month, open, by }) => ({
        key: id,
        claim: id,
        cardId: null,
        upload: null,
        clientId,
        client,
        month,
        what: title,
        open,
        by,
      })),
    ),
    ...unclaimed.map(({ id, upload, clientId, client, month, amount, startPeriod }) => ({
      key: `record ${id}`,
      claim: null,
      cardId: id,
      upload,
      clientId,
      client,
      month,
      what: 'Not claimed yet',
      open: amount,
      by: fileBy(terms, startPeriod),
    })),
  ].filter((one) => one.open > 0);

/** Claims since a day, each answer with the payer's own date, because a file may be loaded weeks later. */
const readClaimDays = async (db: Db, since: string, settings: Scope['settings']) => {
  const days = await listClaimDays(db, since, settings);
  const files = days.flatMap(({ decision, payment }) =>
    [decision, payment].flatMap((one) => one?.fileId ?? []),
  );
  const paymentsOf = await listPaymentsOfFiles(db, [...new Set(files)]);
  const dayOf = (answer: AnswerOfFile | null) =>
    answer && paymentDay(answer, paymentsOf.get(answer.fileId) ?? []);
  return days.map(({ decision, payment, lines, sent, isDenied }) => ({
    ...{ sent, isDenied, services: lines.map(({ day }) => day) },
    decided: dayOf(decision),
    paid: dayOf(payment),
  }));
};

const decisionsOf = (days: Awaited<ReturnType<typeof readClaimDays>>) =>
  days.flatMap(({ decided, isDenied }) => (decided === null ? [] : [{ day: decided, isDenied }]));

/** Claims sent, and first decisions on claims, since a day. */
export const listClaimFacts = async ({ site, settings }: Scope, since: string) => {
  const claims = await readClaimDays(site.db, since, settings);
  return { claims, decisions: decisionsOf(claims) };
};

/** Records that are on no claim: those of Medicaid, and those of insurers that get no claims from here. */
const readUnclaimed = async (db: Db, { claims: { usage } }: Scope['settings']) => {
  const records = await listUnclaimedRecords(db, usage);
  return { ofMedicaid: await askedOfMedicaid(db, records), ofInsurers: await ofInsurers(db, records) };
};

type OpenMoney = Omit<UnpaidItem, 'days'>;
type Denied = ReturnType<typeof denialOf>;

const deniedItem = (denial: Denied): OpenMoney => ({
  kind: 'denial',
  id: denial.id,
  name: `Claim ${denial.id}`,
  payer: 'Medicaid',
  clientId: denial.clientId,
  client: denial.client,
  through: denial.through,
  open: Math.max(0, openOf(denial)),
});

/** Everything that remains to be paid, counted once. */
const openMoney = (
  {
    undecided,
    denials,
    insured,
    invoices,
  }: {
    readonly undecided: readonly UndecidedRow[];
    readonly denials: readonly Denied[];
    readonly insured: Awaited<ReturnType<typeof readUnclaimed>>['ofInsurers'];
    readonly invoices: Awaited<ReturnType<typeof listOpenInvoices>>;
  },
  today: string,
): OpenMoney[] =>
  [
    ...undecided.map(
      ({ id, clientId, client, open, lines }): OpenMoney => ({
        ...{ kind: 'claim', id, name: `Claim ${id}`, payer: 'Medicaid', clientId, client, open },
        through: lastDay(lines, today),
      }),
    ),
    ...denials.map(deniedItem),
    // A record that only an insurer pays gets no claim; it is open until someone sets it to Paid.
    ...insured.map(
      ({ id, clientId, client, month, payer, endPeriod, amount }): OpenMoney => ({
        ...{ kind: 'record', id: String(id), name: `Billing record of ${month}`, payer, clientId, client },
        through: endPeriod,
        open: amount,
      }),
    ),
    ...invoices.map(
      ({ id, number, ...item }): OpenMoney => ({
        ...{ kind: 'invoice', id: String(id), name: `Invoice ${number}` },
        ...item,
      }),
    ),
  ].filter((item) => item.open > 0);

const readDenied = async (db: Db, settings: Scope['settings']): Promise<Denied[]> => {
  const [open, waiting] = await Promise.all([
    listDenialRows(db, 'open', settings),
    listDenialRows(db, 'waiting', settings),
  ]);
  return [...open, ...waiting].map(denialOf);
};

export const listUnpaidItems: UseCase<typeof calls.listUnpaidItems> = async (scope, asked) => {
  const { db } = scope.site;
  const { claims: agency } = scope.settings;
  const today = scope.today().toString();
  const [undecided, denials, unclaimed, invoices] = await Promise.all([
    listUndecidedClaims(db, agency.usage),
    readDenied(db, scope.settings),
    readUnclaimed(db, scope.settings),
    listOpenInvoices(db),
  ]);
  const items = openMoney({ undecided, denials, insured: unclaimed.ofInsurers, invoices }, today);
  return done(
    itemsOfAge(items, asked, today).map((item) => ({ ...item, days: daysBetween(item.through, today) })),
  );
};

export const listUnpaid = async (scope: Scope): Promise<Result<OutputOf<typeof calls.listUnpaid>>> => {
  const { db } = scope.site;
  const { claims: agency } = scope.settings;
  const today = scope.today().toString();
  const since = scope
    .today()
    .subtract({ weeks: WEEKS + 1 })
    .toString();
  const [denials, undecided, groups, unclaimed, terms, days, invoices, insurers] = await Promise.all([
    readDenied(db, scope.settings),
    listUndecidedClaims(db, agency.usage),
    readGroups(db, scope),
    readUnclaimed(db, scope.settings),
    listClaimTerms(db, scope.settings),
    readClaimDays(db, since, scope.settings),
    listOpenInvoices(db),
    usedInsurers(db),
  ]);
  const items = openMoney({ undecided, denials, insured: unclaimed.ofInsurers, invoices }, today);
  const decisions = decisionsOf(days);
  const aWeekAgo = scope.today().subtract({ days: 7 }).toString();
  const payers = new Set(['Medicaid', ...insurers, ...items.map(({ payer }) => payer)]);
  return done({
    total: sum(items.map((item) => item.open)),
    payers: await namePayers(db, scope, [...payers]),
    denialRate: { now: denialRate(decisions, today), weekAgo: denialRate(decisions, aWeekAgo) },
    ageing: ageing(items, today),
    underpaid: underpaidLines(denials),
    blocked: rankByDeadline(blockedOf(groups, unclaimed.ofMedicaid, terms.filing), today),
    weeks: weeklyDays(days, today, WEEKS),
  });
};
