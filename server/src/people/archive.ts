import type { InputOf } from '@homecare/domain/call.ts';
import { BILLED_AFTER_END } from '@homecare/domain/care-plans/archive.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type {
  ArchiveEffect,
  ArchivePreview,
  previewArchive as previewArchiveCall,
} from '@homecare/domain/people/contract.ts';
import { archivePlansOf, previewPlansOf } from '../care-plans/archive.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { endSessionsOfProvider } from '../platform/auth/sessions.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { previewRemoval, removeVisitsOf } from '../visits/service.ts';
import { countCardsAfter, findPerson, listLoginsOf } from './queries.ts';

/** What archiving a person does to everything around the record (docs/rules/people.md, rules 32 to 34). */

const KEPT_SHOWN = 20;

export const previewArchive = async (
  scope: Scope,
  { id, archiveDate }: InputOf<typeof previewArchiveCall>,
): Promise<Result<ArchivePreview>> => {
  const person = await findPerson(scope, id);
  if (!person) return refuse('notFound');
  const [billed, plans, visits, logins] = await Promise.all([
    countCardsAfter(scope.site.db, id, archiveDate),
    previewPlansOf(scope, id, archiveDate),
    previewRemoval(scope, id, archiveDate, KEPT_SHOWN),
    listLoginsOf(scope.site.db, id),
  ]);
  return done({
    plans: plans.archived,
    plansDeleted: plans.deleted,
    visits: visits.planned,
    requestable: plans.requestable,
    billed,
    kept: visits.begun.count,
    keptVisits: visits.begun.visits,
    logins,
  });
};

/** A person with a later billing record cannot be archived, because its days would have no plan. */
export const refuseBilled = async (tx: Tx, personId: number, archiveDate: string) =>
  (await countCardsAfter(tx, personId, archiveDate)) > 0 ? refuse('conflict', BILLED_AFTER_END) : undefined;

interface Leaving {
  readonly personId: number;
  readonly archiveDate: string;
  /** A caregiver's plans that become open requests. */
  readonly requested: readonly number[];
}

/**
 * Ends plans and removes planned visits in the transaction that archives the person; run again, it finds nothing to do. The person's
 * row must be locked and written before: other people's plans that get visits back must see the archive date.
 */
export const leaveCare = async (
  tx: Tx,
  scope: Scope,
  { personId, archiveDate, requested }: Leaving,
  record: Recorder,
): Promise<Result<ArchiveEffect>> => {
  let visits = 0;
  const ended = await archivePlansOf(
    tx,
    scope,
    { personId, date: archiveDate, requested },
    record,
    async () => {
      visits = await removeVisitsOf(tx, scope, personId, { from: archiveDate, through: null }, record);
    },
  );
  if (!ended.ok) return ended;
  const plans = ended.data;
  const counted = {
    'Care plans archived': plans.archived,
    'Care plans deleted': plans.deleted,
    'Planned visits removed': visits,
    'Open requests made': plans.requests,
  };
  const some = Object.entries(counted).filter(([, count]) => count > 0);
  if (some.length > 0)
    record({
      entity: 'person',
      id: personId,
      action: 'run',
      changes: Object.fromEntries(some.map(([what, count]) => [what, [null, count] as const])),
    });
  return done({ plans: plans.archived, plansDeleted: plans.deleted, visits, requests: plans.requests });
};

/**
 * Nobody works under the name of an archived provider: sign-in is closed from the archive date on (docs/decisions/0045). Open
 * sessions end, also when the person returns, so that no earlier one becomes valid again.
 */
export const endSessionsOf = async (
  tx: Tx,
  scope: Scope,
  providerId: number,
  archiveDate: string | null,
  record: Recorder,
): Promise<void> => {
  if (archiveDate !== null && archiveDate > scope.today().toString()) return;
  const ended = await endSessionsOfProvider(tx, providerId, scope.now().toString());
  if (ended > 0)
    record({ entity: 'person', id: providerId, action: 'run', changes: { 'Sessions ended': [null, ended] } });
};
