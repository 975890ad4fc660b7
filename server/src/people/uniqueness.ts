import { type FieldError, type Reason, type Result, refuseAll } from '@homecare/domain/errors.ts';
import { ssnDigits } from '@homecare/domain/formats.ts';
import { isArchived, SSN } from '@homecare/domain/people/kind-and-status.ts';
import { medicaidTaken, ssnTaken } from '@homecare/domain/people/rules.ts';
import type { PersonDraft, PersonWrite } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import { findHolders, findMedicaidHolder, findSsnHolder, type Holder } from './queries.ts';

/** An SSN or a Medicaid number belongs to one person of the site (docs/rules/people.md, rule 18). */

const say = (field: string, words: typeof ssnTaken, holder: Holder | undefined) =>
  holder ? [{ field, message: words(personName(holder), isArchived(holder)) }] : [];

/** Who else has this SSN or Medicaid number. The unique indexes decide; this only finds the words. */
export const duplicates = async (
  db: Tx | Scope['site']['db'],
  scope: Scope,
  person: PersonDraft,
  exceptId: number,
): Promise<FieldError[]> => {
  const ssn = person[SSN];
  const bySsn =
    ssn && ssnDigits(ssn).length === 9
      ? await findSsnHolder(db, scope.site.secrets, ssn, exceptId)
      : undefined;
  const byMedicaid = person.Medicaid ? await findMedicaidHolder(db, person.Medicaid, exceptId) : undefined;
  return [...say(SSN, ssnTaken, bySsn), ...say('Medicaid', medicaidTaken, byMedicaid)];
};

/** Like `duplicates`, for many new people with two statements. */
export const duplicatesOfMany = async (
  db: Tx | Scope['site']['db'],
  scope: Scope,
  people: readonly PersonDraft[],
): Promise<FieldError[][]> => {
  const ssnOf = (person: PersonDraft) => ssnDigits(person[SSN] ?? '');
  const ssns = people.map(ssnOf).filter((ssn) => ssn.length === 9);
  const medicaids = people.flatMap(({ Medicaid }) => (Medicaid ? [Medicaid] : []));
  const { bySsn, byMedicaid } = await findHolders(db, scope.site.secrets, ssns, medicaids);
  return people.map((person) => [
    ...say(SSN, ssnTaken, bySsn.get(ssnOf(person))),
    ...say('Medicaid', medicaidTaken, byMedicaid.get(person.Medicaid?.toUpperCase() ?? '')),
  ]);
};

/** When two people are saved at the same moment with one number, the unique index lets one through; the other's refusal names who has it. */
export const namingTheOwner = async <T, R extends Reason>(
  scope: Scope,
  data: PersonWrite,
  exceptId: number,
  save: () => Promise<Result<T, R>>,
): Promise<Result<T, R | 'badInput' | 'conflict'>> => {
  try {
    return await save();
  } catch (error) {
    const constraint = violatedUnique(error);
    if (constraint !== 'people_ssn' && constraint !== 'people_medicaid') throw error;
    const taken = await duplicates(
      scope.site.db,
      scope,
      { [SSN]: data[SSN], Medicaid: data.Medicaid },
      exceptId,
    );
    const refused = refuseAll(taken, 'conflict');
    if (!refused) throw error;
    return refused;
  }
};
