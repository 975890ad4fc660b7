import type * as calls from '@homecare/domain/authorizations/contract.ts';
import {
  NO_MANAGER_EMAIL,
  NO_REQUESTS,
  requestsByManager,
  requestsOf,
} from '@homecare/domain/authorizations/requests.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { queueMessages, sealAttachment } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { answerPdf, type Printing, pdfBytes } from '../platform/documents/answer.ts';
import type { Block } from '../platform/documents/blocks.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listStakes } from './ledgers.ts';
import { findManagerEmail } from './queries.ts';

/** Requests to case managers, on paper and by email (docs/rules/authorizations.md, rules 28 and 29). */

type Rows = readonly AuthorizationRow[];
type Asking = readonly { readonly caseManager: string; readonly rows: Rows }[];

interface Asked {
  readonly caseManager?: string | undefined;
  readonly id?: number | null | undefined;
  readonly clientId?: number | undefined;
  readonly type?: string | undefined;
}

/** One line, with an authorization or without, or all of them. */
const isAsked =
  ({ id, clientId, type }: Asked) =>
  (row: AuthorizationRow) => {
    if (id) return row.id === id;
    return clientId === undefined || (row.id === null && row.clientId === clientId && row.type === type);
  };

const readRequests = async (scope: Scope, { caseManager, ...line }: Asked): Promise<Asking> => {
  const own = (await listStakes(scope)).filter(isAsked(line));
  return requestsByManager(own).filter((one) => caseManager === undefined || one.caseManager === caseManager);
};

const tableOf = (rows: Rows): Block => ({
  kind: 'table',
  columns: [
    { head: 'Client', width: 22 },
    { head: 'Service', width: 18 },
    { head: 'Authorization', width: 15 },
    { head: 'Request', width: 14 },
    { head: 'Units', width: 8, align: 'right' },
    { head: 'For', width: 25 },
  ],
  rows: rows.flatMap((row) =>
    requestsOf(row).map(({ kind, units, from, through }) => [
      { bold: row.client },
      row.typeName,
      row.number === null ? 'None' : `PAR ${row.number}`,
      kind,
      units.toLocaleString('en-US'),
      `${showDate(from)} to ${showDate(through)}`,
    ]),
  ),
});

const printingOf = (asking: Asking): Printing => ({
  kind: 'AuthorizationRequests',
  subjectIds: [...new Set(asking.flatMap(({ rows }) => rows.map(({ clientId }) => clientId)))],
  parameters: { lines: asking.flatMap(({ rows }) => rows).length },
  title: 'Authorization requests',
  fileName: 'authorization_requests.pdf',
  namesClient: true,
  rows: asking.flatMap(({ rows }) => rows.flatMap(requestsOf)).length,
  parts: asking.map(({ caseManager, rows }) => ({
    title: 'Authorization requests',
    subject: caseManager || 'No case manager on record',
    foot: 'Authorization requests',
    banner: null,
    blocks: [
      {
        kind: 'fields',
        fields: [{ label: 'Case manager', value: caseManager || 'None on record', span: 6 }],
      },
      { kind: 'gap', height: 6 },
      {
        kind: 'paragraph',
        text: 'Please authorize these units. 1 unit is 15 minutes. Care beyond the authorization cannot be paid.',
      },
      { kind: 'gap', height: 6 },
      tableOf(rows),
    ],
  })),
});

export const printRequests: UseCase<typeof calls.printRequests> = async (scope, asked) => {
  const asking = await readRequests(scope, asked);
  return asking.length === 0 ? refuse('conflict', NO_REQUESTS) : answerPdf(scope, printingOf(asking));
};

const mailOf = (scope: Scope, caseManager: string, requests: number) => {
  const { agency, phone } = scope.settings.paper.letterhead;
  return {
    subject: `Authorization requests from ${agency}`,
    text: [
      `Dear ${caseManager},`,
      '',
      `${counted(requests, 'request')} for your clients ${requests === 1 ? 'is' : 'are'} attached.`,
      '',
      ...(phone ? [`Questions? Call us at ${phone}.`, ''] : []),
      agency,
    ].join('\n'),
  };
};

export const sendRequests: UseCase<typeof calls.sendRequests> = async (scope, asked) => {
  const { caseManager } = asked;
  if (!scope.settings.capabilities.emailEnabled)
    return refuse('switchedOff', 'E-mail is not switched on for your agency. Print the list.');
  const asking = await readRequests(scope, asked);
  const [first] = asking;
  if (!first) return refuse('conflict', NO_REQUESTS);
  const clientIds = first.rows.map(({ clientId }) => clientId);
  const to = await findManagerEmail(scope.site.db, clientIds);
  if (!to) return refuse('conflict', NO_MANAGER_EMAIL);
  // Printed before the transaction, so that nothing is locked during it.
  const content = await pdfBytes(scope, printingOf(asking));
  const requests = first.rows.flatMap(requestsOf).length;
  return mutate(scope, 'authorizations.sendRequests', async (tx, record) => {
    const name = 'authorization_requests.pdf';
    const message = {
      channel: 'Email' as const,
      recipient: to.email,
      owner: { personId: to.clientId, candidateId: null },
      ...mailOf(scope, caseManager, requests),
      attachment: sealAttachment(scope, { name, type: 'application/pdf', content }),
    };
    const queued = await queueMessages(tx, scope, [message], record);
    if (!queued.ok) return queued;
    for (const { clientId, rows } of ofClients(first.rows))
      record({
        entity: 'person',
        id: clientId,
        action: 'run',
        changes: { 'Authorization requests': [null, `${rows.flatMap(requestsOf).length} to ${to.email}`] },
      });
    const messageId = queued.data[0] ?? 0;
    return done(
      { messageId },
      { insertId: messageId, info: `${counted(requests, 'request')} sent to ${to.email}.` },
    );
  });
};

const ofClients = (rows: Rows) =>
  [...Map.groupBy(rows, ({ clientId }) => clientId)].map(([clientId, own]) => ({ clientId, rows: own }));
