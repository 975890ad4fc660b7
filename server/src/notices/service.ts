import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { listOwnPapers as listOwnPapersCall } from '@homecare/domain/notices/contract.ts';
import { noticeMenus } from '@homecare/domain/notices/menus.ts';
import { AT_PLANS, byUrgency } from '@homecare/domain/notices/order.ts';
import { noticeOfScan, noticesOn, ownPapers, rowMarks } from '@homecare/domain/notices/rules.ts';
import type { Notice, NoticeList } from '@homecare/domain/notices/schema.ts';
import { seesExcludedTime } from '@homecare/domain/permissions.ts';
import { sql } from 'kysely';
import { loadExcluded } from '../care-plans/reading.ts';
import { ownClientsTag } from '../platform/auth/own-clients.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import { areNamesClear } from '../platform/db/clear-names.ts';
import type { Circumstances, Touched, UseCase } from '../platform/http/bind.ts';
import { loadScanErrors } from '../timesheets/service.ts';
import { isAtPlansOf, listNoticePeople, listProviders, listTouchedPeople } from './queries.ts';

/** Every active person with what the rules look at, for reports too. */
export const loadNoticePeople = (scope: Scope) => listNoticePeople(scope);

/** Whose notices are asked for; without people those of everybody. */
interface Asked {
  readonly people?: readonly number[];
  readonly atPlans: boolean;
}

const listOf = async (scope: Scope, { people: ids, atPlans }: Asked): Promise<NoticeList> => {
  const today = scope.today();
  const capabilities = scope.settings.capabilities;
  const menus = new Set(noticeMenus(scope.user.role, capabilities));
  const [people, plans, scans] = await Promise.all([
    listNoticePeople(scope, ids),
    atPlans && seesExcludedTime(scope.user.role) ? loadExcluded(scope) : done([]),
    atPlans && menus.has('tsErrors') ? loadScanErrors(scope) : done([]),
  ]);
  const { ofPerson, ofPlan } = noticesOn(today, capabilities);
  const all: Notice[] = [
    ...people.flatMap(ofPerson),
    ...plans.data.flatMap(ofPlan),
    ...scans.data.map(noticeOfScan),
  ];
  const notices = all.filter(({ menu }) => menus.has(menu));
  // The order of the rules decides which of a person's expired dates the row names.
  return {
    today: today.toString(),
    notices: notices.toSorted(byUrgency),
    marks: rowMarks(notices),
  };
};

/** Everything that is to be said today, for the menus that this role has. */
export const loadNotices = async (scope: Scope): Promise<Result<NoticeList>> =>
  done(await listOf(scope, { atPlans: true }));

/** The same of whom changes touch; undefined: names alone do not say the order. */
export const loadChangedNotices = async (
  scope: Scope,
  _: unknown,
  changed: Changed,
): Promise<Result<Touched<NoticeList>> | undefined> => {
  const touched = await listTouchedPeople(scope, changed);
  const ofPlans = ['carePlans', 'scanErrors'].some((kind) => (changed.get(kind) ?? []).length > 0);
  const named = changed.get('people.named') ?? [];
  const atPlans = ofPlans || (named.length > 0 && (await isAtPlansOf(scope, named)));
  const [isClear, rows] = await Promise.all([
    areNamesClear(scope.site.db, sql`select unnest(${touched}::int[])`),
    listOf(scope, { people: touched, atPlans }),
  ]);
  if (!isClear) return undefined;
  return done({ rows, keys: atPlans ? [...touched, AT_PLANS] : touched });
};

/** What the answer depends on besides data: the day and the switches. */
export const circumstances: Circumstances = async (scope) => {
  const { premium, eligibility, version } = scope.settings.capabilities;
  return [scope.today(), premium, eligibility, version, await ownClientsTag(scope)].join('.');
};

/** What the office is told of the same papers, in the order of its urgency (docs/rules/notices.md, rule 20). */
export const listOwnPapers: UseCase<typeof listOwnPapersCall> = async (scope) => {
  const { providerId } = scope.user;
  if (providerId === null) return refuse('notFound');
  const { ofPerson } = noticesOn(scope.today(), scope.settings.capabilities);
  const people = await listProviders(scope, [providerId]);
  return done(ownPapers(people.flatMap(ofPerson).toSorted(byUrgency)));
};
