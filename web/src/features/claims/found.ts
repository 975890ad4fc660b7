import type { ClaimBatch, DenialGroup, Unpaid } from '@homecare/domain/claims/schema.ts';
import { fold } from '@homecare/domain/fold.ts';
import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { sum } from '@homecare/domain/sum.ts';

/** Search in lists that are loaded completely. Files and answers are searched by the server. */

const plain = (text: string) => fold(text).replace(/[,\s]+/g, ' ');

/** Finds by part of the client's name, or the start of the claim number. */
export const isFound = (
  { client, claim = null }: { readonly client: string; readonly claim?: string | null },
  search: string,
): boolean => {
  const wanted = plain(search.trim());
  return plain(client).includes(wanted) || (claim?.startsWith(wanted) ?? false);
};

/** A claim id consists of its file and its number in the file. */
const fileOf = (claim: string) => Number(claim.split('-')[0]);

/** Filters denial groups by client, claim or one of these files. Each reason keeps its matching open claims. */
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

/** Files whose name or number matches a search. */
export const namedFiles = (batches: readonly ClaimBatch[], search: string): ReadonlySet<number> => {
  const wanted = plain(search.trim());
  return new Set(
    batches.flatMap(({ id, interchange, file }) =>
      String(interchange) === wanted || plain(file).includes(wanted) ? [id] : [],
    ),
  );
};

/** Unpaid amounts of one payer, or of each. */
export const ageingOf = ({ ageing }: Pick<Unpaid, 'ageing'>, payer: string): Unpaid['ageing'] =>
  payer === EVERY_PAYER ? ageing : ageing.filter((one) => one.payer === payer);

/** Only Medicaid receives claims. Other payers receive invoices, or pay before it. */
export const isOfMedicaid = (payer: string): boolean => payer === EVERY_PAYER || payer === 'Medicaid';

/** Whether a file belongs to the chosen payer. Files without an insurer are Medicaid's. */
export const isOfPayer = (payerId: number | null, payer: string): boolean =>
  payer === EVERY_PAYER || payer === (payerId === null ? 'Medicaid' : String(payerId));

/** The chosen insurer, for a file that does not name one; empty for Medicaid and everyone. */
export const insurerOf = (payer: string): { readonly payerId?: number } => {
  const payerId = Number(payer);
  return Number.isInteger(payerId) ? { payerId } : {};
};
