import { showAmount, showMoney } from '@homecare/domain/money.ts';
import type { Block } from '../platform/documents/blocks.ts';

/** The content of the control sheet of a file of claims. */
export interface SheetFacts {
  readonly id: number;
  readonly file: string;
  readonly month: string;
  readonly lines: number;
  readonly units: number;
  readonly amount: number;
  readonly refused: readonly { readonly client: string; readonly field: string; readonly message: string }[];
  /** By client, in the order of names. */
  readonly claims: readonly {
    readonly id: string;
    readonly client: string;
    readonly lines: number;
    readonly units: number;
    readonly charge: number;
  }[];
}

const whole = (count: number) => count.toLocaleString('en-US');

/** Claims by client with units and charge. The total is the file's own (docs/rules/claims.md, rule 12). */
export const controlSheet = ({ file, month, claims, refused, ...total }: SheetFacts): Block[] => [
  {
    kind: 'paragraph',
    text: `File ${file}, month ${month}: ${whole(claims.length)} ${claims.length === 1 ? 'claim' : 'claims'}.`,
  },
  {
    kind: 'table',
    dense: true,
    columns: [
      { head: 'Client', width: 40 },
      { head: 'Claim', width: 16 },
      { head: 'Lines', width: 10, align: 'right' },
      { head: 'Units', width: 12, align: 'right' },
      { head: 'Charge', width: 16, align: 'right' },
    ],
    rows: claims.map(({ client, id, lines, units, charge }) => [
      client,
      id,
      whole(lines),
      whole(units),
      showAmount(charge),
    ]),
    total: ['Total of the file', '', whole(total.lines), whole(total.units), showMoney(total.amount)],
  },
  { kind: 'section', text: 'Clients left out' },
  {
    kind: 'table',
    dense: true,
    columns: [
      { head: 'Client', width: 30 },
      { head: 'Field', width: 16 },
      { head: 'What is missing', width: 48 },
    ],
    rows: refused.map(({ client, field, message }) => [client, field, message]),
    none: 'None.',
  },
];
