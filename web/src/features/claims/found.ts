import type { ClaimBatch, DenialGroup, Unpaid } from '@homecare/domain/claims/schema.ts';
import { fold } from '@homecare/domain/fold.ts';
import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { sum } from '@homecare/domain/sum.ts';

/** What the search of the page leaves of lists that are loaded whole; files and answers are searched by the server. */

const plain = (text: string) => fold(text).replace(/[,\s]+/g, ' ');

/** By a part of the client's name, or the beginning of the claim number. */
export const isFound = (
  { client, claim = null }: { readonly client: string; readonly claim?: string | null },
  search: string,
): boolean => {
  const wanted = plain(search.trim());
  return plain(client).includes(wanted) || (claim?.startsWith(wanted) ?? false);
};

/** A claim is named by its file and its number in it. */
const fileOf = (claim: string) => Number(claim.split('-')[0]);

/** The claims that are looked for, by client, claim or one of these files; each reason with what is open of them. */
export const foundGroups = (
  groups: readonly DenialGroup[],
  search: string,
  files: ReadonlySet<number>,
): DenialGroup[] =>
  search.trim() === ''
    ? [...groups]
    : groups.flatMap((group) => {
        const rows = group.rows.filter(
          ({ id, client }) => isFound({ client, claim: id }, search) || files.has(fileOf(id)),
        );
        return rows.length === 0 ? [] : [{ ...group, rows, open: sum(rows.map(({ open }) => open)) }];
      });

export const NOTHING_FOUND = {
  title: 'Nothing matches',
  text: 'Change the search or the payer above.',
} as const;

/** Files that a search names, by their name or number. */
export const namedFiles = (batches: readonly ClaimBatch[], search: string): ReadonlySet<number> => {
  const wanted = plain(search.trim());
  return new Set(
    batches.flatMap(({ id, interchange, file }) =>
      String(interchange) === wanted || plain(file).includes(wanted) ? [id] : [],
    ),
  );
};

/** What is still to be paid by a payer, or by each. */
export const ageingOf = ({ ageing }: Pick<Unpaid, 'ageing'>, payer: string): Unpaid['ageing'] =>
  payer === EVERY_PAYER ? ageing : ageing.filter((one) => one.payer === payer);

/** Claims are Medicaid's alone: others are sent invoices, or pay before it. */
export const isOfMedicaid = (payer: string): boolean => payer === EVERY_PAYER || payer === 'Medicaid';

/** Whether a file of the payer's is looked at: without an insurer it is Medicaid's. */
export const isOfPayer = (payerId: number | null, payer: string): boolean =>
  payer === EVERY_PAYER || payer === (payerId === null ? 'Medicaid' : String(payerId));

/** The payer that was chosen, for a file that does not name it; Medicaid and everyone are none. */
export const insurerOf = (payer: string): { readonly payerId?: number } => {
  const payerId = Number(payer);
  return Number.isInteger(payerId) ? { payerId } : {};
};
