import type { Operator } from '@homecare/domain/wire.ts';
import { type RawBuilder, sql } from 'kysely';

const OPERATORS: Record<Operator, RawBuilder<unknown>> = {
  '=': sql`=`,
  '!': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
};

/** What a wire filter compares: a column and the type of its value. */
export interface Compared {
  readonly column: RawBuilder<unknown>;
  readonly cast: RawBuilder<unknown>;
}

export const compare = ({ column, cast }: Compared, op: Operator, value: unknown) =>
  sql`${column} ${OPERATORS[op]} ${value}::${cast}`;
