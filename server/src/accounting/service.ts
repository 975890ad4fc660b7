import type * as calls from '@homecare/domain/accounting/contract.ts';
import {
  FIRST_ACCOUNTS,
  iifOf,
  LEDGER_COLUMNS,
  ledgerOf,
  validateAccounts,
} from '@homecare/domain/accounting/ledger.ts';
import { Accounts, type LedgerLine } from '@homecare/domain/accounting/schema.ts';
import { done, type Result, refuseAll } from '@homecare/domain/errors.ts';
import { csvOf } from '@homecare/domain/list-export/rules.ts';
import { loadMarginOfMonths } from '../margin/service.ts';
import { listTypes } from '../plan-types/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStaleByLog } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';

/** Income and pay for the bookkeeper's software (docs/rules/accounting.md). */

const KEY = 'accounting.accounts';
const ENTITY = 'accountingAccounts';

const readAccounts = async ({ site }: Scope) => {
  const stored = await readSetting(site.db, KEY);
  return { accounts: stored ? Accounts.parse(stored.value) : FIRST_ACCOUNTS, rev: stored?.rev ?? 0 };
};

export const getAccounts: UseCase<typeof calls.getAccounts> = async (scope) => {
  const [stored, types] = [await readAccounts(scope), await listTypes(scope)];
  if (!types.ok) return types;
  return done({ ...stored, types: types.data.map(({ Code, Name }) => ({ type: Code, label: Name })) });
};

export const saveAccounts: UseCase<typeof calls.saveAccounts> = async (scope, { accounts, rev }) => {
  const wrong = refuseAll(validateAccounts(accounts));
  if (wrong) return wrong;
  return mutate(scope, 'accounting.saveAccounts', async (tx, record) => {
    const stored = await lockSetting(tx, KEY);
    if ((stored?.rev ?? 0) !== rev) return refuseStaleByLog(tx, scope, { entity: ENTITY });
    const before = stored ? JSON.stringify(stored.value) : null;
    record({
      entity: ENTITY,
      id: null,
      action: 'update',
      changes: { accounts: [before, JSON.stringify(accounts)] },
    });
    return done({ rev: await writeSetting(tx, KEY, accounts) });
  });
};

interface Months {
  readonly from: string;
  readonly to: string;
}

const loadLedger = async (scope: Scope, months: Months): Promise<Result<LedgerLine[]>> => {
  const earned = await loadMarginOfMonths(scope, months);
  if (!earned.ok) return earned;
  const { accounts } = await readAccounts(scope);
  return done(ledgerOf(earned.data, accounts));
};

export const listLedger: UseCase<typeof calls.listLedger> = (scope, months) => loadLedger(scope, months);

const FILES = {
  csv: {
    type: 'text/csv; charset=utf-8',
    write: (lines: readonly LedgerLine[]) => csvOf(LEDGER_COLUMNS, lines),
  },
  iif: { type: 'text/plain; charset=utf-8', write: iifOf },
} as const;

export const exportLedger: UseCase<typeof calls.exportLedger> = async (scope, { format, ...months }) => {
  const ledger = await loadLedger(scope, months);
  if (!ledger.ok) return ledger;
  const { type, write } = FILES[format];
  const name = `ledger_${months.from}_${months.to}.${format}`;
  return done(new FileAnswer(type, Buffer.from(write(ledger.data)), name, { rows: ledger.data.length }));
};
