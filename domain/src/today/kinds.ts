import { fillForm } from '../agency-forms/contract.ts';
import { sendRequests } from '../authorizations/contract.ts';
import { decideTimeOff } from '../availability/contract.ts';
import { checkBooks } from '../books/contract.ts';
import type { Call, Role } from '../call.ts';
import { insertCarePlan } from '../care-plans/contract.ts';
import { prepareCorrections } from '../claims/contract.ts';
import { saveEntry } from '../eligibility/contract.ts';
import { saveNotice } from '../incidents/contract.ts';
import { markRead } from '../messaging/delivery-contract.ts';
import { startMonthRun } from '../month-close/contract.ts';
import { closeProposal } from '../offers/contract.ts';
import { updatePerson } from '../people/contract.ts';
import { editsRecords } from '../permissions.ts';
import { savePayment } from '../private-pay/contract.ts';
import { skipStep } from '../set-up/contract.ts';
import { mayMake, type Switches } from '../sites/rules.ts';
import { closeArrival, coverVisit } from '../staffing/contract.ts';
import { updateScanError } from '../timesheets/contract.ts';
import { acceptAttempts, applyBulk } from '../visits/contract.ts';
import type { Kind, Part } from './schema.ts';

interface KindFacts {
  readonly part: Part;
  /** The worst first: somebody waits at home; nobody will come; it costs money. */
  readonly harm: number;
  /** The call by which it is fixed: who may not make it does not see the row. */
  readonly fixedBy: Call;
  /** Where the call alone does not say it. */
  readonly onlyFor?: (role: string | undefined) => boolean;
}

/** Part, harm and permission of each kind (docs/rules/today.md, rules 2 and 3). */
export const KIND_FACTS: Readonly<Record<Kind, KindFacts>> = {
  late: { part: 'now', harm: 1, fixedBy: coverVisit },
  open: { part: 'now', harm: 1, fixedBy: coverVisit },
  request: { part: 'now', harm: 1, fixedBy: insertCarePlan },
  arrival: { part: 'now', harm: 2, fixedBy: closeArrival },
  callOutText: { part: 'now', harm: 2, fixedBy: closeProposal },
  notOut: { part: 'now', harm: 3, fixedBy: applyBulk },
  incident: { part: 'now', harm: 2, fixedBy: saveNotice },
  openSoon: { part: 'today', harm: 1, fixedBy: coverVisit },
  missed: { part: 'today', harm: 2, fixedBy: applyBulk },
  recorded: { part: 'today', harm: 3, fixedBy: acceptAttempts },
  texts: { part: 'today', harm: 4, fixedBy: markRead },
  unaccepted: { part: 'today', harm: 5, fixedBy: applyBulk },
  authorizations: { part: 'today', harm: 6, fixedBy: sendRequests },
  expired: { part: 'today', harm: 7, fixedBy: updatePerson, onlyFor: editsRecords },
  expiring: { part: 'today', harm: 8, fixedBy: updatePerson, onlyFor: editsRecords },
  forms: { part: 'today', harm: 8, fixedBy: fillForm },
  timeOff: { part: 'today', harm: 9, fixedBy: decideTimeOff },
  eligibility: { part: 'today', harm: 10, fixedBy: saveEntry },
  scans: { part: 'today', harm: 11, fixedBy: updateScanError },
  setUp: { part: 'today', harm: 12, fixedBy: skipStep },
  ready: { part: 'money', harm: 1, fixedBy: startMonthRun },
  denied: { part: 'money', harm: 2, fixedBy: prepareCorrections },
  overdue: { part: 'money', harm: 3, fixedBy: savePayment },
  neverClaimed: { part: 'money', harm: 4, fixedBy: startMonthRun },
  books: { part: 'money', harm: 5, fixedBy: checkBooks },
};

/** Whether a role can fix rows of a kind with what is switched on; only then they are shown. */
export const mayFix = (kind: Kind, role: Role | undefined, switches: Switches): boolean => {
  const { fixedBy, onlyFor } = KIND_FACTS[kind];
  return mayMake(role, fixedBy, switches) && (onlyFor?.(role) ?? true);
};
