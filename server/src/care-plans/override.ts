import { showClock } from '@homecare/domain/calendar.ts';
import type { ReasonOf } from '@homecare/domain/call.ts';
import type { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { OVERRIDE_MINUTES, OVERRIDE_TRIES, WRONG_CODE } from '@homecare/domain/care-plans/override.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { mayOverride } from '@homecare/domain/permissions.ts';
import { sql } from 'kysely';
import { verifyPassword } from '../platform/auth/passwords.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { recordChanges } from '../platform/db/mutate.ts';
import { queryRows } from '../platform/db/rows.ts';
import { readOverrideHash } from '../sites/service.ts';

/** An admin's permission to save despite time errors: the code was correct, and the remark is validated with the plan's remarks. */
export interface Override {
  readonly remark: string | null;
}

interface Sent {
  readonly overridePassword?: string | null | undefined;
  readonly overrideRemark?: string | null | undefined;
}

/**
 * Compares the code before the plan's transaction opens: hashing takes time, and a wrong code must count even if nothing is saved.
 * Undefined if none was sent.
 */
export const readOverride = async (
  scope: Scope,
  call: string,
  planId: number | null,
  { overridePassword: code, overrideRemark: remark }: Sent,
): Promise<Result<Override | undefined, ReasonOf<typeof insertCarePlan>>> => {
  const { id: accountId, role } = scope.user;
  if (!code) return done(undefined);
  if (!mayOverride(role) || accountId === null)
    return refuse('forbidden', 'Only an admin may save a care plan despite time errors.');
  const hash = await readOverrideHash(scope);
  if (hash === undefined)
    return refuseFields(
      [
        {
          field: 'overridePassword',
          message: 'No plan override password is set for your agency. Set it in Configuration.',
        },
      ],
      'overrideMissing',
    );
  const locked = await countTry(scope, accountId);
  const isRight = locked === undefined && (await verifyPassword(code, hash));
  if (isRight) {
    await forgetTries(scope, accountId);
    return done({ remark: remark ?? null });
  }
  await recordChanges(scope.site.db, scope, call, [
    {
      entity: 'carePlan',
      id: planId,
      action: 'refused',
      changes: { override: [null, locked ?? WRONG_CODE] },
    },
  ]);
  return refuseFields(
    [{ field: 'overridePassword', message: locked ?? WRONG_CODE }],
    locked === undefined ? 'overrideRejected' : 'tooMany',
  );
};

/** Counts the try before the code is compared, so that parallel guesses cannot get past the limit. Returns a sentence while locked. */
const countTry = async (scope: Scope, accountId: number): Promise<string | undefined> => {
  const now = scope.now().toString();
  const rows = await queryRows<{ failures: number; until: string }>(
    scope.site.db,
  )`insert into plan_override_failures as tries
      (account_id, failures, window_start) values (${accountId}, 1, ${now})
    on conflict (account_id) do update set
      failures = case when ${isOpen(now)} then tries.failures + 1 else 1 end,
      window_start = case when ${isOpen(now)} and tries.failures <> ${OVERRIDE_TRIES - 1}
        then tries.window_start else ${now}::timestamptz end
    returning failures, window_start + make_interval(mins => ${OVERRIDE_MINUTES}::int) as until`;
  const [tries] = rows;
  if (!tries || tries.failures <= OVERRIDE_TRIES) return undefined;
  const until = Temporal.Instant.from(tries.until).toZonedDateTimeISO(scope.settings.timeZone);
  return `Too many wrong codes. Try again at ${showClock(until.toPlainTime().toString())}.`;
};

const isOpen = (now: string) =>
  sql`tries.window_start > ${now}::timestamptz - make_interval(mins => ${OVERRIDE_MINUTES}::int)`;

const forgetTries = async (scope: Scope, accountId: number): Promise<void> => {
  await sql`delete from plan_override_failures where account_id = ${accountId}`.execute(scope.site.db);
};
