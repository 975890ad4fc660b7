import { done, type Result } from '@homecare/domain/errors.ts';
import { noticeMenus } from '@homecare/domain/notices/menus.ts';
import { byUrgency, noticeOfScan, noticesOn, rowMarks } from '@homecare/domain/notices/rules.ts';
import type { Notice, NoticeList } from '@homecare/domain/notices/schema.ts';
import { seesExcludedTime } from '@homecare/domain/permissions.ts';
import { loadExcluded } from '../care-plans/service.ts';
import { ownClientsTag } from '../platform/auth/own-clients.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Circumstances } from '../platform/http/bind.ts';
import { loadScanErrors } from '../timesheets/service.ts';
import { listNoticePeople } from './queries.ts';

/** Every active person with what the rules look at, for reports too. */
export const loadNoticePeople = listNoticePeople;

/** Everything that is to be said today, for the menus that this role has. */
export const loadNotices = async (scope: Scope): Promise<Result<NoticeList>> => {
  const today = scope.today();
  const capabilities = scope.settings.capabilities;
  const menus = new Set(noticeMenus(scope.user.role, capabilities));
  const [people, plans, scans] = await Promise.all([
    listNoticePeople(scope),
    seesExcludedTime(scope.user.role) ? loadExcluded(scope) : done([]),
    menus.has('tsErrors') ? loadScanErrors(scope) : done([]),
  ]);
  const { ofPerson, ofPlan } = noticesOn(today, capabilities);
  const all: Notice[] = [
    ...people.flatMap(ofPerson),
    ...plans.data.flatMap(ofPlan),
    ...scans.data.map(noticeOfScan),
  ];
  const notices = all.filter(({ menu }) => menus.has(menu));
  // The order of the rules decides which of a person's expired dates the row names.
  return done({
    today: today.toString(),
    notices: notices.toSorted(byUrgency),
    marks: rowMarks(notices),
  });
};

/** What the answer depends on besides data: the day and the switches. */
export const circumstances: Circumstances = async (scope) => {
  const { premium, eligibility, version } = scope.settings.capabilities;
  return [scope.today(), premium, eligibility, version, await ownClientsTag(scope)].join('.');
};
