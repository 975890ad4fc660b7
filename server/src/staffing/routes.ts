import { getOwnWeek } from '@homecare/domain/availability/contract.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import * as holidays from '@homecare/domain/staffing/holiday-contract.ts';
import * as notifications from '@homecare/domain/staffing/notifications-contract.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { closeArrival, loadArrivals } from './arrivals.ts';
import { callOut, cannotCome, listOwnCallOuts, withdrawCallOut } from './call-outs.ts';
import { coverVisit, uncoverVisit } from './covering.ts';
import { getFigures, listFigureVisits, printFigures } from './figures.ts';
import { getHolidays, saveHolidays } from './holidays.ts';
import { getNotificationTemplates, saveNotificationTemplates } from './notification-templates.ts';
import { getOtherTime } from './other-time.ts';
import { loadOwnWeek } from './own-week.ts';
import { coverVisits, planOpenVisits, uncoverVisits } from './planning.ts';
import { listRequestCandidates } from './requests.ts';
import * as staffing from './service.ts';

export const staffingRoutes = [
  bindList(calls.listOpenVisits, {
    revision: staffing.openRevision,
    also: staffing.openCircumstances,
    load: staffing.listOpenVisits,
  }),
  bind(calls.listCandidates, staffing.listCandidates),
  bind(calls.listRequestCandidates, listRequestCandidates),
  bind(calls.coverVisit, coverVisit),
  bind(calls.uncoverVisit, uncoverVisit),
  bind(calls.callOut, callOut),
  bind(calls.cannotCome, cannotCome),
  bind(calls.listOwnCallOuts, listOwnCallOuts),
  bind(getOwnWeek, loadOwnWeek),
  bindList(calls.listArrivals, { revision: staffing.openRevision, load: loadArrivals }),
  bind(calls.closeArrival, closeArrival),
  bind(calls.withdrawCallOut, withdrawCallOut),
  bind(calls.listCallOuts, staffing.listCallOuts),
  bind(calls.planOpenVisits, planOpenVisits),
  bind(calls.coverVisits, coverVisits),
  bind(calls.uncoverVisits, uncoverVisits),
  bind(calls.getOtherTime, getOtherTime),
  bind(calls.getFigures, getFigures),
  bind(calls.listFigureVisits, listFigureVisits),
  bind(calls.printFigures, printFigures),
  bind(holidays.getHolidays, getHolidays),
  bind(holidays.saveHolidays, saveHolidays),
  bind(notifications.getNotificationTemplates, getNotificationTemplates),
  bind(notifications.saveNotificationTemplates, saveNotificationTemplates),
];
