import { showDate } from '@homecare/domain/calendar.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { type CallReportVisit, callLine, groupCalls } from '@homecare/domain/visits/call-report.ts';
import type { getCallReport, listExceptions } from '@homecare/domain/visits/contract.ts';
import { checkExceptionPeriod, EXCEPTION_ROWS, exceptionsOf } from '@homecare/domain/visits/exceptions.ts';
import { checkCallReport } from '@homecare/domain/visits/office.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { callReportBlocks } from './documents/call-report.ts';
import { listCalls, listExceptionRows, listNames } from './office-queries.ts';

/** What the office reads beyond a single day: the exceptions view and the call report. */

export const loadExceptions: UseCase<typeof listExceptions> = async (scope, { from, to }) => {
  const wrong = checkExceptionPeriod(from, to);
  if (wrong) return refuseFields([{ field: 'to', message: wrong }]);
  const { sandataEnabled } = scope.settings.capabilities;
  const rows = await listExceptionRows(scope.site.db, scope, {
    from,
    to,
    sends: sandataEnabled,
    atMost: EXCEPTION_ROWS + 1,
  });
  const [now, zone] = [scope.now(), scope.settings.timeZone];
  const visits = rows.slice(0, EXCEPTION_ROWS).flatMap((row) => {
    const exceptions = exceptionsOf(row, now, zone, sandataEnabled);
    const {
      changeCode,
      startDistance,
      endDistance,
      startCaller,
      endCaller,
      explained,
      nearby,
      startReportedAfter,
      privatePay,
      endReportedAfter,
      clientRejected,
      caregiverRejected,
      ...visit
    } = row;
    return exceptions.length > 0 ? [{ visit, exceptions }] : [];
  });
  return done({ visits, more: rows.length > EXCEPTION_ROWS });
};

export const printCallReport: UseCase<typeof getCallReport> = async (scope, filter) => {
  const [wrong] = checkCallReport(filter);
  if (wrong) return refuse('badInput', wrong.message, [wrong]);
  const { client, provider, from, to } = filter;
  const names = await listNames(scope, { client, provider });
  if ((client !== null && !names.Client) || (provider !== null && !names.Provider)) return refuse('notFound');
  const [now, zone] = [scope.now(), scope.settings.timeZone];
  const lines = (await listCalls(scope, filter)).map((visit) => callLine(visit, now, zone));
  const subjects = [client, provider].filter((id) => id !== null);
  const range = `${showDate(from)} to ${showDate(to)}`;
  const about = [
    ...(names.Client ? [`Client ${names.Client}`] : []),
    ...(names.Provider ? [`Provider ${names.Provider}`] : []),
  ];
  return answerPdf(scope, {
    kind: 'CallReport',
    subjectIds: subjects,
    parameters: { from, to },
    title: 'EVV Call Report',
    fileName: `CallReport_${subjects.join('_')}_${from}_${to}.pdf`,
    namesClient: true,
    parts: [
      {
        landscape: true,
        title: 'EVV Call Report',
        subject: [...about, range].join(' · '),
        foot: `EVV Call Report ${subjects.join(', ')} · ${range}`,
        aside: [...about, range],
        blocks: callReportBlocks(groupCalls(lines, filter), zone),
      },
    ],
  });
};

/** What was first recorded at both ends of a visit, and what counts now. */
export const findCall = async (
  scope: Scope,
  {
    visitId,
    ClientID,
    ProviderID,
    date,
  }: {
    readonly visitId: number;
    readonly ClientID: number;
    readonly ProviderID: number;
    readonly date: string;
  },
): Promise<CallReportVisit | undefined> =>
  (await listCalls(scope, { client: ClientID, provider: ProviderID, from: date, to: date })).find(
    ({ id }) => id === visitId,
  );
