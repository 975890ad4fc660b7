import * as categoryCalls from '@homecare/domain/payroll/category-contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import * as rateCalls from '@homecare/domain/payroll/rate-contract.ts';
import * as calls from '@homecare/domain/payroll/run-contract.ts';
import * as unpaidCalls from '@homecare/domain/payroll/unpaid-contract.ts';
import * as weekCalls from '@homecare/domain/payroll/week-contract.ts';
import { bind } from '../platform/http/bind.ts';
import { confirmOwedWeeks, listOwedWeeks } from './owed-weeks.ts';
import * as categories from './pay-categories.ts';
import * as rates from './rates.ts';
import { downloadRun, exportPayroll, previewExport, printRun } from './run-files.ts';
import { getRun, listRuns, previewRun } from './runs.ts';
import { loadPayMonth } from './service.ts';
import * as settings from './settings.ts';
import { listOwnTime, listUnpaidTime } from './unpaid-time.ts';

export const payrollRoutes = [
  bind(getPayMonth, loadPayMonth),
  bind(categoryCalls.listPayCategories, categories.listPayCategories),
  bind(categoryCalls.savePayCategory, categories.savePayCategory),
  bind(categoryCalls.removePayCategory, categories.removePayCategory),
  bind(rateCalls.listPayRates, rates.listPayRates),
  bind(rateCalls.savePayRate, rates.savePayRate),
  bind(rateCalls.removePayRate, rates.removePayRate),
  bind(calls.previewPayroll, previewExport),
  bind(calls.exportPayroll, exportPayroll),
  bind(calls.previewRun, previewRun),
  bind(calls.listRuns, listRuns),
  bind(calls.getRun, getRun),
  bind(calls.downloadRun, downloadRun),
  bind(calls.printRun, printRun),
  bind(weekCalls.listOwedWeeks, listOwedWeeks),
  bind(weekCalls.confirmOwedWeeks, confirmOwedWeeks),
  bind(unpaidCalls.listUnpaidTime, listUnpaidTime),
  bind(unpaidCalls.listOwnTime, listOwnTime),
  bind(calls.getPayRules, settings.loadPayRules),
  bind(calls.savePayRules, settings.savePayRules),
  bind(calls.getLayouts, settings.loadLayouts),
  bind(calls.saveLayouts, settings.saveLayouts),
  bind(calls.listNumbers, settings.listNumbers),
  bind(calls.saveNumbers, settings.saveNumbers),
];
