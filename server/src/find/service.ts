import { plannedDays, sayWeekdays } from '@homecare/domain/care-plans/week-line.ts';
import { done } from '@homecare/domain/errors.ts';
import type { Found, search as searchCall } from '@homecare/domain/find/contract.ts';
import { type FoundKind, findsKind, readFind, shownPeople } from '@homecare/domain/find/rules.ts';
import { showInvoiceNumber } from '@homecare/domain/private-pay/invoicing.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { findClaims, findInvoices, findPeople, findPlans, findVisits, listNow } from './queries.ts';

/** Finds records by what is typed, each kind for those who may open its list (docs/rules/find.md). */

/** The time by the agency's clock. */
const clockOf = (scope: Scope) =>
  scope.now().toZonedDateTimeISO(scope.settings.timeZone).toPlainTime().toString();

const nothing: Found['people'] = { rows: [], active: 0, archived: 0 };

const peopleOf = async (scope: Scope, asked: ReturnType<typeof readFind>): Promise<Found['people']> => {
  const { db } = scope.site;
  const rows = await findPeople(db, asked);
  const [first] = rows;
  if (!first) return nothing;
  const shown = shownPeople(rows);
  const ids = shown.map(({ ID }) => ID);
  const now =
    ids.length === 0
      ? []
      : await listNow(db, ids, {
          today: scope.today().toString(),
          clock: clockOf(scope),
          now: scope.now().toString(),
          zone: scope.settings.timeZone,
        });
  const nowOf = new Map(now.map((one) => [one.ID, one]));
  return {
    rows: shown.map(({ active, archived, ...person }) => ({
      ...person,
      visitUntil: nowOf.get(person.ID)?.visitUntil ?? null,
      offThrough: nowOf.get(person.ID)?.offThrough ?? null,
    })),
    active: first.active,
    archived: first.archived,
  };
};

export const search: UseCase<typeof searchCall> = async (scope, { text }) => {
  const { db } = scope.site;
  const { role } = scope.user;
  const asked = readFind(text);
  const today = scope.today().toString();
  const find = <Rows>(kind: FoundKind, run: () => Promise<Rows>, none: Rows): Promise<Rows> =>
    role !== 'job' && findsKind(kind, role, scope.settings.capabilities) ? run() : Promise.resolve(none);
  const [people, plans, visits, claims, invoices] = await Promise.all([
    find('people', () => peopleOf(scope, asked), nothing),
    find('plans', () => findPlans(db, asked, today), []),
    find('visits', () => findVisits(db, asked, today), []),
    find('claims', () => findClaims(db, asked), []),
    find('invoices', () => findInvoices(db, asked), []),
  ]);
  return done({
    people,
    plans: plans.map(({ time, ...plan }) => ({ ...plan, days: sayWeekdays(plannedDays(time)) })),
    visits,
    claims,
    invoices: invoices.map(({ range, count, ...invoice }) => ({
      ...invoice,
      number: showInvoiceNumber(range, count),
    })),
  });
};
