import type { OutputOf } from '@homecare/domain/call.ts';
import {
  claimsAskedAgain,
  type NumberedClaim,
  numberClaims,
  totalsOf,
} from '@homecare/domain/claims/batch.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import type { DayLine } from '@homecare/domain/claims/day-lines.ts';
import { denialGroups, type Redraft } from '@homecare/domain/claims/denial-groups.ts';
import { openOf } from '@homecare/domain/claims/list-words.ts';
import { type ClaimTerms, resendFrequency } from '@homecare/domain/claims/payer-terms.ts';
import { checkAgency } from '@homecare/domain/claims/preflight.ts';
import {
  CORRECTIONS_CHANGED,
  NO_CORRECTIONS,
  preparedInfo,
  undoneInfo,
} from '@homecare/domain/claims/rules.ts';
import type { CorrectionPreview, Denial, UploadResult } from '@homecare/domain/claims/schema.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { ClaimFileRules } from '@homecare/domain/states/pack.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listDenialRows } from './answer-queries.ts';
import {
  checkLines,
  draftLines,
  findEarlier,
  missingOfAgency,
  nameClients,
  nameOf,
  readDraftFacts,
  send,
  shortly,
} from './batches.ts';
import { changeOfClaim } from './claim-changes.ts';
import {
  insertCorrections,
  listWaitingCorrections,
  markCorrectionsSent,
  removeCorrections,
} from './correction-queries.ts';
import { denialOf } from './denials.ts';
import { listClaimTerms, listDenialReasons } from './payer-data.ts';
import { listBooks, lockNumbers } from './queries.ts';
import { claimRulesOf, sayUpload } from './state-rules.ts';

/** Denials by reason, and claims sent again in bulk: prepared, taken back, sent (docs/rules/claims.md, rules 28 to 30). */

/** The claims as they would be sent again now, with what they are missing. */
const draftAgain = async (db: Db, scope: Scope, ids: readonly string[], lock: boolean) => {
  const earlier = await findEarlier(db, ids);
  const facts = await readDraftFacts(db, scope, [], earlier, lock);
  const choice = { lock, unproven: 'leaveOut' } as const;
  const { replacements } = draftLines(facts, earlier, choice, scope.settings.timeZone);
  const check = (lines: readonly DayLine[]) => checkLines(scope, facts, lines);
  return { ...facts, replacements, check };
};

const readRedrafts = async (
  db: Db,
  scope: Scope,
  denials: readonly Denial[],
): Promise<ReadonlyMap<string, Redraft>> => {
  const decided = denials.filter(({ fixed, state }) => fixed === null && state !== 'Refused');
  const { replacements, check, reasons } = await draftAgain(
    db,
    scope,
    decided.map(({ id }) => id),
    false,
  );
  const unpaid = new Map(decided.map(({ id, lines }) => [id, new Set(lines.map(({ day }) => day))]));
  return new Map(
    replacements.map(({ earlier, lines }) => {
      const [unproven] = lines
        .filter(({ day }) => unpaid.get(earlier.id)?.has(day))
        .flatMap(({ day, shares }) =>
          shares.flatMap(({ cardId }) => {
            const reason = reasons.get(`${cardId} ${day}`);
            return reason === undefined ? [] : [{ day, reason }];
          }),
        );
      const missing = [...new Set(check(lines).clients.map(({ message }) => message))];
      return [earlier.id, { sent: earlier, lines, missing, unproven: unproven ?? null }] as const;
    }),
  );
};

export const readGroups = async (db: Db, scope: Scope) => {
  const { claims: agency } = scope.settings;
  const denials = (await listDenialRows(db, 'open', scope.settings)).map(denialOf);
  const [redrafts, reasons, terms] = await Promise.all([
    readRedrafts(db, scope, denials),
    listDenialReasons(db, agency.payerId),
    listClaimTerms(db, scope.settings),
  ]);
  return denialGroups(denials, redrafts, {
    reasons,
    terms,
    today: scope.today().toString(),
    agency: checkAgency(agency).map(({ message }) => message),
  });
};

/** Claims that another file has sent since are no longer corrections. */
const readWaiting = async (db: Db, scope: Scope) => {
  const rows = await listDenialRows(db, 'waiting', scope.settings);
  const by = new Map((await listWaitingCorrections(db)).map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const waits = by.get(row.id);
    return waits ? [{ denial: denialOf(row), waits }] : [];
  });
};

export const listDenialGroups = async (
  scope: Scope,
): Promise<Result<OutputOf<typeof calls.listDenialGroups>>> => {
  const { db } = scope.site;
  const groups = await readGroups(db, scope);
  const waiting = await readWaiting(db, scope);
  return done({
    groups,
    waiting: waiting.map(({ denial, waits }) => ({
      id: denial.id,
      client: denial.client,
      open: openOf(denial),
      corrected: waits.corrected,
      correctedBy: waits.correctedBy,
    })),
  });
};

export const prepareCorrections: UseCase<typeof calls.prepareCorrections> = (scope, { ids }) =>
  mutate(scope, 'claims.prepareCorrections', async (tx, record) => {
    await lockNumbers(tx);
    const wanted = new Set(ids);
    const rows = (await readGroups(tx, scope)).flatMap((group) => group.rows);
    const chosen = rows.filter(({ id }) => wanted.has(id));
    if (chosen.length < wanted.size) return refuse('conflict', CORRECTIONS_CHANGED);
    const closed = chosen.find(({ isBlocked }) => isBlocked);
    if (closed) return refuse('conflict', `Claim ${closed.id}: ${closed.why}`);
    await insertCorrections(tx, [...wanted], scope.stamp());
    for (const { id, frequency } of chosen)
      record(changeOfClaim(id, { correction: [null, `frequency ${frequency}`] }));
    return done({ changed: wanted.size }, { info: preparedInfo(wanted.size) });
  });

export const undoCorrections: UseCase<typeof calls.undoCorrections> = (scope, { ids }) =>
  mutate(scope, 'claims.undoCorrections', async (tx, record) => {
    await lockNumbers(tx);
    const wanted = [...new Set(ids)];
    const gone = await removeCorrections(tx, wanted);
    if (gone.length < wanted.length) return refuse('conflict', CORRECTIONS_CHANGED);
    for (const id of gone) record(changeOfClaim(id, { correction: ['waits', null] }));
    return done({ changed: gone.length }, { info: undoneInfo(gone.length) });
  });

/** The claims of one month's file, each sent again as the payer's terms say. */
const draftMonth = async (
  db: Db,
  scope: Scope,
  denials: readonly Denial[],
  terms: ClaimTerms,
  lock: boolean,
) => {
  const today = scope.today().toString();
  const asNew = new Set(
    denials.flatMap(({ id, paid }) =>
      resendFrequency(terms, today, { isDeniedWhole: paid === 0 }) === '1' ? [id] : [],
    ),
  );
  const drafted = await draftAgain(
    db,
    scope,
    denials.map(({ id }) => id),
    lock,
  );
  const checked = drafted.check(drafted.replacements.flatMap(({ lines }) => lines));
  const out = new Set(checked.clients.map(({ clientId }) => clientId));
  const going = drafted.replacements.filter(
    ({ earlier, lines }) => lines.length > 0 && !out.has(earlier.clientId),
  );
  const isNew = ({ earlier }: (typeof going)[number]) => asNew.has(earlier.id);
  return {
    ...drafted,
    going,
    refused: nameClients(checked.clients, drafted.clients),
    claims: (batch: number) =>
      numberClaims(
        batch,
        going.filter(isNew).flatMap(({ lines }) => lines),
        going.filter((one) => !isNew(one)),
        drafted.firstPayers,
      ),
  };
};

const sendMonth = async (
  tx: Tx,
  scope: Scope,
  [month, denials]: readonly [string, readonly Denial[]],
  { rules, terms }: { readonly rules: ClaimFileRules; readonly terms: ClaimTerms },
  record: Recorder,
): Promise<UploadResult | undefined> => {
  const { going, refused, claims, clients, books, more, firstPayers } = await draftMonth(
    tx,
    scope,
    denials,
    terms,
    true,
  );
  const made = await send(
    tx,
    scope,
    {
      rules,
      kind: 'Corrected',
      month,
      claims,
      refused,
      clients,
      books: await listBooks(tx, [...books.keys()]),
      records: more,
      firstPayers,
    },
    record,
  );
  if (!made) return undefined;
  await markCorrectionsSent(
    tx,
    going.map(({ earlier }) => earlier.id),
    made.batch,
  );
  return { ...made, alreadySent: 0, leftOut: 0, leftOutAmount: 0, refused: shortly(refused) };
};

const previewOf = (
  { sent: { clientId, lines, charge }, replaces }: NumberedClaim,
  client: string,
  earlier: string[],
) => {
  const days = lines.map(({ day }) => day).sort();
  const codes = new Set(lines.map((line) => [line.procedureCode, ...line.modifiers].join(' ')));
  return {
    clientId,
    client,
    replaces,
    earlier,
    from: days[0] ?? '',
    through: days.at(-1) ?? '',
    code: [...codes].sort().join(', '),
    units: sum(lines.map(({ units }) => units)),
    charge,
  };
};

const rulesOfDenials = (db: Db, scope: Scope, denials: readonly Denial[]) =>
  claimRulesOf(db, scope, [...new Set(denials.map(({ month }) => month))]);

/** Uses the same draft as sending, without numbers and locks. */
export const previewCorrections: UseCase<typeof calls.previewCorrections> = async (scope, { ids }) => {
  const { db } = scope.site;
  const wanted = new Set(ids);
  const lists = await Promise.all([
    listDenialRows(db, 'open', scope.settings),
    listDenialRows(db, 'waiting', scope.settings),
  ]);
  const chosen = lists.flat().flatMap((row) => (wanted.has(row.id) ? [denialOf(row)] : []));
  if (chosen.length < wanted.size) return refuse('conflict', CORRECTIONS_CHANGED);
  const rules = await rulesOfDenials(db, scope, chosen);
  if (!rules.ok) return rules;
  const terms = await listClaimTerms(db, scope.settings);
  const files: CorrectionPreview[] = [];
  for (const [month, denials] of Map.groupBy(chosen, (one) => one.month)) {
    const { claims, clients, refused, going } = await draftMonth(db, scope, denials, terms, false);
    const numbered = claims(0);
    const sent = numbered.map((one) =>
      previewOf(one, nameOf(clients.get(one.sent.clientId)), claimsAskedAgain(one.sent, going)),
    );
    files.push({ month, ...totalsOf(numbered), sent, refused });
  }
  return done(files);
};

export const sendCorrections: UseCase<typeof calls.sendCorrections> = (scope) =>
  mutate(scope, 'claims.sendCorrections', async (tx, record) => {
    await lockNumbers(tx);
    const { claims: agency } = scope.settings;
    const missing = checkAgency(agency);
    if (missing.length > 0) return missingOfAgency(missing);
    const terms = await listClaimTerms(tx, scope.settings);
    const waiting = (await readWaiting(tx, scope)).map(({ denial }) => denial);
    const rules = await rulesOfDenials(tx, scope, waiting);
    if (!rules.ok) return rules;
    const files: UploadResult[] = [];
    for (const ofMonth of Map.groupBy(waiting, ({ month }) => month)) {
      const made = await sendMonth(tx, scope, ofMonth, { rules: rules.data, terms }, record);
      if (made) files.push(made);
    }
    if (files.length === 0) return refuse('conflict', NO_CORRECTIONS);
    const info = files
      .map((file) => sayUpload(scope, { ...file, provenBy: null, refused: file.refused.length }))
      .join(' ');
    return done(files, { info });
  });
