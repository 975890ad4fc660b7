import type { InputOf } from '@homecare/domain/call.ts';
import {
  type ClientToAsk,
  chooseMembers,
  inFiles,
  missingOfAgency,
  requestFileName,
  writeRequest,
} from '@homecare/domain/eligibility/270-write.ts';
import type * as calls from '@homecare/domain/eligibility/contract.ts';
import { checkAskedDay, NOBODY, requestInfo } from '@homecare/domain/eligibility/rules.ts';
import type { LeftOut } from '@homecare/domain/eligibility/schema.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type { ClaimFileRules } from '@homecare/domain/states/pack.ts';
import { blockedBy, valueOn } from '@homecare/domain/states/rules.ts';
import { takeNumbers } from '../claims/batches.ts';
import { X12_TYPE } from '../claims/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, recordChanges, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import { requestSheet } from './documents.ts';
import {
  findRequestFile,
  findRequestSheet,
  insertMembers,
  insertRequest,
  listClientsToAsk,
  listRequestRows,
} from './queries.ts';

/** Requests about eligibility (270): the clients asked about, and the files. */

type Asked = InputOf<typeof calls.makeRequest>;

/** How to ask the state's Medicaid program about a day; refused with the rules that are unknown. */
const rulesOf = (scope: Scope, day: string) => {
  const { pack } = scope.settings;
  const made = scope.today().toString();
  const file = valueOn(pack.rules.claimFile, made);
  const memberId = valueOn(pack.rules.memberId, day);
  const blocked = blockedBy(pack, 'questions', day, { made });
  return blocked === undefined && file && memberId ? done({ file, memberId }) : refuse('conflict', blocked);
};

const chooseClients = async (db: Db, scope: Scope, { clientIds, day }: Asked) => {
  const fault = checkAskedDay(day, scope.today());
  if (fault) return refuseFields([fault]);
  const rules = rulesOf(scope, day);
  if (!rules.ok) return rules;
  const wanted = clientIds === null ? null : [...new Set(clientIds)];
  const clients = await listClientsToAsk(db, wanted);
  if (wanted !== null && clients.length < wanted.length) return refuse('notFound');
  return done({ ...chooseMembers(clients, { day, memberId: rules.data.memberId }), rules: rules.data.file });
};

export const previewRequest: UseCase<typeof calls.previewRequest> = async (scope, asked) => {
  const chosen = await chooseClients(scope.site.db, scope, asked);
  if (!chosen.ok) return chosen;
  const { members, refused } = chosen.data;
  return done({
    members: members.length,
    files: inFiles(members, scope.settings.claims.membersPerFile).length,
    refused: [...refused],
    agency: missingOfAgency(scope.settings.claims),
    usage: scope.settings.claims.usage,
  });
};

const makeFile = async (
  tx: Tx,
  scope: Scope,
  of: {
    readonly day: string;
    readonly members: readonly ClientToAsk[];
    readonly refused: readonly LeftOut[];
    readonly rules: ClaimFileRules;
  },
) => {
  const agency = scope.settings.claims;
  const { interchange, group, date, time } = await takeNumbers(tx, scope);
  const numbers = { interchange, group, date, time };
  const id = await insertRequest(
    tx,
    { interchange, group, usage: agency.usage, day: of.day, refused: of.refused },
    (own) => ({
      name: requestFileName(agency, date, interchange),
      file: Buffer.from(
        writeRequest({ agency, rules: of.rules }, { id: own, day: of.day, members: of.members, numbers }),
        'latin1',
      ),
    }),
    scope.stamp(),
  );
  await insertMembers(tx, id, of.members);
  return id;
};

export const makeRequest: UseCase<typeof calls.makeRequest> = (scope, asked) =>
  mutate(scope, 'eligibility.makeRequest', async (tx, record) => {
    const chosen = await chooseClients(tx, scope, asked);
    if (!chosen.ok) return chosen;
    const { members, refused, rules } = chosen.data;
    const [item, ...others] = missingOfAgency(scope.settings.claims);
    if (item) return refuse('conflict', `No file can be made: ${item.message}`, [item, ...others]);
    if (members.length === 0) return refuse('conflict', NOBODY);
    const ids: number[] = [];
    // Left-out clients are on the sheet of the first file.
    for (const [n, own] of inFiles(members, scope.settings.claims.membersPerFile).entries())
      ids.push(
        await makeFile(tx, scope, { day: asked.day, members: own, refused: n === 0 ? refused : [], rules }),
      );
    const rows = await listRequestRows(tx, ids);
    for (const { id, file, members: count } of rows)
      record({
        entity: 'eligibilityRequest',
        id,
        action: 'insert',
        changes: { file: [null, file], members: [null, count] },
      });
    return done(rows, { info: requestInfo(rows.length, members.length, refused.length) });
  });

export const listRequests = async (scope: Scope) => done(await listRequestRows(scope.site.db, null));

export const downloadRequest: UseCase<typeof calls.downloadRequest> = async (scope, { id }) => {
  const { db } = scope.site;
  const found = await findRequestFile(db, id);
  if (!found) return refuse('notFound');
  await recordChanges(db, scope, 'eligibility.downloadRequest', [
    { entity: 'eligibilityRequest', id, action: 'read', changes: { file: [null, found.name] } },
  ]);
  return done(new FileAnswer(X12_TYPE, found.file, found.name));
};

/** The control sheet of a file: members, and left-out clients with the reason. */
export const printRequestSheet: UseCase<typeof calls.printRequestSheet> = async (scope, { id }) => {
  const facts = await findRequestSheet(scope.site.db, id);
  if (!facts) return refuse('notFound');
  const title = 'Control sheet of eligibility requests';
  return answerPdf(scope, {
    kind: 'eligibility270',
    subjectIds: [id],
    parameters: { request: id },
    title,
    fileName: `${facts.file.replace(/\.x12$/, '')}_control.pdf`,
    namesClient: true,
    rows: facts.members.length,
    parts: [{ title, subject: facts.file, foot: `eligibility270 ${id}`, blocks: requestSheet(facts) }],
  });
};
