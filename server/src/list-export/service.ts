import { AGGREGATOR_ROLES } from '@homecare/domain/aggregator/rules.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { byDateCreated, matchesCandidate } from '@homecare/domain/candidates/rules.ts';
import { flattenPlans, planSearchText, selectPlans } from '@homecare/domain/care-plans/list.ts';
import type { PlanListRow, PlanStatus } from '@homecare/domain/care-plans/schema.ts';
import { selectEntries } from '@homecare/domain/eligibility/rules.ts';
import type { Result } from '@homecare/domain/errors.ts';
import {
  batchColumns,
  candidateColumns,
  denialColumns,
  ENTRY_COLUMNS,
  messageColumns,
  peopleColumns,
  planColumns,
  visitColumns,
} from '@homecare/domain/list-export/columns.ts';
import type * as calls from '@homecare/domain/list-export/contract.ts';
import { selectMessages } from '@homecare/domain/messaging/log-words.ts';
import { isPerson } from '@homecare/domain/people/schema.ts';
import { indexPeople, readSearch, selectPeople } from '@homecare/domain/people/search.ts';
import { seesScanErrors } from '@homecare/domain/permissions.ts';
import { selectDay } from '@homecare/domain/visits/day-list.ts';
import { DAY_STATE_WORDS, hourWords, isAmongOnly, openIds } from '@homecare/domain/visits/day-state.ts';
import { getCandidates } from '../candidates/service.ts';
import { listPlanRows } from '../care-plans/list.ts';
import { loadTypes } from '../care-plans/reading.ts';
import { listDenials } from '../claims/denials.ts';
import { listBatches } from '../claims/service.ts';
import { loadEligibility } from '../eligibility/service.ts';
import { getSendLog } from '../messaging/service.ts';
import { getPeople } from '../people/reading.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { FileAnswer, UseCase } from '../platform/http/bind.ts';
import { listOpen } from '../staffing/service.ts';
import { loadList } from '../visits/service.ts';
import { answerExport } from './documents.ts';

/** Rows in the screen's order and columns; both select by the same rule. */
export const exportPeople: UseCase<typeof calls.exportPeople> = async (
  scope,
  { tab, search, showArchived, format },
) => {
  const found = await getPeople(scope, { filters: [] });
  if (!found.ok) return found;
  const { sandataEnabled } = scope.settings.capabilities;
  const showAggregator = sandataEnabled && AGGREGATOR_ROLES.some((role) => role === scope.user.role);
  const people = indexPeople(found.data.filter((row) => !isPerson(row)));
  const { rows } = selectPeople(people, { tab, showArchived, search: readSearch(search) });
  return answerExport(scope, {
    list: 'people',
    title: 'People',
    format,
    columns: peopleColumns(tab, { showArchived, showAggregator }),
    rows,
    idOf: ({ ID }) => ID,
    parameters: [
      ['Type', tab],
      ['Search', search.trim() || 'none'],
      ['Show Archived', showArchived ? 'yes' : 'no'],
    ],
    logged: { tab, showArchived, searched: search.trim() !== '' },
  });
};

type AskedPlans = InputOf<typeof calls.exportPlans>;

/** Each plan once, because a temporary plan can be among the active and the archived ones. */
const plansOf = async (
  scope: Scope,
  statuses: readonly PlanStatus[],
  of: { readonly date: string | null; readonly showTemp: boolean },
): Promise<PlanListRow[]> => {
  const lists: PlanListRow[] = [];
  for (const status of statuses) {
    const found = await listPlanRows(scope, { status, ...of });
    if (found.ok) lists.push(...found.data);
  }
  return [...new Map(lists.map((row) => [row.id, row])).values()];
};

/** 'ID=n' finds a plan in any status and month, as the list does. */
const plansAsked = async (scope: Scope, asked: AskedPlans): Promise<PlanListRow[]> => {
  const { month: date, showTemp, showArchived, showDeleted, search } = asked;
  const statuses: PlanStatus[] = [
    'Active',
    ...(showArchived ? (['Archive'] as const) : []),
    ...(showDeleted ? (['Deleted'] as const) : []),
  ];
  const plans = await plansOf(scope, statuses, { date, showTemp });
  const sought = readSearch(search);
  if (sought.by !== 'id') return plans;
  const { ids } = sought;
  if (ids.every((wanted) => plans.some(({ id }) => id === wanted))) return plans;
  const all = await plansOf(scope, ['Active', 'Archive', 'Deleted'], { date: null, showTemp: true });
  return all.filter(({ id }) => ids.includes(id));
};

const yesNo = (on: boolean) => (on ? 'yes' : 'no');

/** The screen's care plans, compared ones right after their primary. */
export const exportPlans = async (scope: Scope, asked: AskedPlans): Promise<Result<FileAnswer>> => {
  const types = await loadTypes(scope);
  if (!types.ok) return types;
  const names = new Map(types.data.map(({ Code, Name }) => [Code, Name]));
  const nameOfType = (code: string) => names.get(code) ?? code;
  const plans = await plansAsked(scope, asked);
  const indexed = plans.map((plan) => ({ plan, text: planSearchText(plan, nameOfType(plan.Type)) }));
  const { search, month, group, excluded, showDeleted, showArchived, showTemp, covidList, clientFirst } =
    asked;
  return answerExport(scope, {
    list: 'care-plans',
    title: 'Care plans',
    format: asked.format,
    columns: planColumns({
      nameOfType,
      today: scope.today(),
      zone: scope.settings.timeZone,
      clientFirst,
      showsEnded: showArchived || showDeleted,
      showsScans: seesScanErrors(scope.user.role),
    }),
    rows: flattenPlans(selectPlans(indexed, { search, group, excluded, covidList })),
    idOf: ({ id }) => id,
    parameters: [
      ['Month', month ?? 'all'],
      ['Search', search.trim() || 'none'],
      ['Care Plan Group', group || 'All'],
      ['Excluded Group', excluded],
      ['Show Deleted', yesNo(showDeleted)],
      ['Show Archived', yesNo(showArchived)],
      ['Show All Temp', yesNo(showTemp)],
      ['covid list', yesNo(covidList)],
    ],
    logged: {
      month: month ?? '',
      group,
      excluded,
      showDeleted,
      showArchived,
      showTemp,
      covidList,
      searched: search.trim() !== '',
    },
  });
};

/** Eligibility as the list shows it. */
export const exportEligibility: UseCase<typeof calls.exportEligibility> = async (
  scope,
  { search, filter, format },
) => {
  const found = await loadEligibility(scope, {});
  if (!found.ok) return found;
  return answerExport(scope, {
    list: 'eligibility',
    title: 'Eligibility',
    format,
    columns: ENTRY_COLUMNS,
    rows: selectEntries(found.data, { search, filter }, scope.today()),
    idOf: ({ clientId }) => clientId,
    parameters: [
      ['Show', filter],
      ['Search', search.trim() || 'none'],
    ],
    logged: { filter, searched: search.trim() !== '' },
  });
};

/** A day of Evv Admin as its filters show it. */
export const exportVisits: UseCase<typeof calls.exportVisits> = async (
  scope,
  { date, segment, pending, sent, format, ...only },
) => {
  const { year, month, day } = Temporal.PlainDate.from(date);
  const found = await loadList(scope, { year, month, startDay: day, endDay: day });
  if (!found.ok) return found;
  const { timeZone, capabilities } = scope.settings;
  const view = { segment, pending, sent };
  const { hour, state, planId } = only;
  const now = scope.now();
  // Only the filter by state depends on who will come.
  const open = openIds(state === null ? [] : await listOpen(scope, { from: date, through: date }));
  const { rows } = selectDay(found.data, view, now, timeZone);
  return answerExport(scope, {
    list: 'evv-admin',
    title: 'Evv Admin',
    format,
    columns: visitColumns(timeZone, { showAggregator: capabilities.sandataEnabled }),
    rows: rows.filter(({ visit }) => isAmongOnly(only, visit, { open, now, zone: timeZone })),
    idOf: ({ visit }) => visit.id,
    parameters: [
      ['Day', showDate(date)],
      ['Status of visits', segment],
      ['Complete: Pending', yesNo(pending)],
      ['Complete: Sent', yesNo(sent)],
      ['Start', hour === null ? 'all' : hourWords(hour)],
      ['State', state === null ? 'all' : DAY_STATE_WORDS[state]],
      ['Care plan', planId === null ? 'all' : String(planId)],
    ],
    logged: {
      date,
      ...view,
      hour: hour === null ? '' : hourWords(hour),
      state: state ?? '',
      plan: planId === null ? '' : String(planId),
    },
  });
};

export const exportCandidates: UseCase<typeof calls.exportCandidates> = async (scope, { search, format }) => {
  const { data } = await getCandidates(scope, { filters: [] });
  const typed = search.trim();
  return answerExport(scope, {
    list: 'candidates',
    title: 'Candidates',
    format,
    columns: candidateColumns(scope.settings.timeZone),
    rows: data.filter((one) => matchesCandidate(one, typed)).sort(byDateCreated),
    idOf: ({ id }) => id,
    parameters: [['Search', typed || 'none']],
    logged: { searched: typed !== '' },
  });
};

/** The send log of a day, newest first. */
export const exportMessages: UseCase<typeof calls.exportMessages> = async (scope, { date, part, format }) => {
  const { data } = await getSendLog(scope, { date });
  return answerExport(scope, {
    list: 'send-log',
    title: 'Send log',
    format,
    columns: messageColumns(scope.settings.timeZone),
    rows: selectMessages(data, part),
    idOf: ({ id }) => id,
    parameters: [
      ['Day', showDate(date)],
      ['Messages', part === 'all' ? 'All' : 'Not delivered'],
    ],
    logged: { date, part },
  });
};

/** Claims that were not paid in full. */
export const exportDenials: UseCase<typeof calls.exportDenials> = async (scope, { format }) => {
  const found = await listDenials(scope);
  if (!found.ok) return found;
  return answerExport(scope, {
    list: 'denials',
    title: 'Denials',
    format,
    columns: denialColumns(found.data.owners),
    rows: found.data.denials,
    idOf: ({ clientId }) => clientId,
    parameters: [],
    logged: {},
  });
};

/** Files of claims, newest first. */
export const exportBatches: UseCase<typeof calls.exportBatches> = async (scope, { format }) => {
  const found = await listBatches(scope, { search: '' });
  if (!found.ok) return found;
  const { data } = found;
  return answerExport(scope, {
    list: 'claim-files',
    title: 'Files of claims',
    format,
    columns: batchColumns(scope.settings.timeZone),
    rows: data,
    idOf: ({ id }) => id,
    parameters: [],
    logged: {},
  });
};
