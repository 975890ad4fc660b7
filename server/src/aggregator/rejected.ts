import { type RawBuilder, sql } from 'kysely';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { sealedRecord } from '../platform/sealed/aggregator.ts';

/** People the aggregator rejected; their visits wait (docs/rules/aggregator.md, rule 7). */

/** What the aggregator said about a person it has rejected and never accepted; null if none of their visits waits for that. */
export const rejectionOf = (person: RawBuilder<unknown>) => sql<string | null>`(select case
      when newest.status = 'Failed' and not exists (select from aggregator_records accepted
        where accepted.type in ('Client', 'Provider') and accepted.record_id = ${person}
          and accepted.status = 'Success' and accepted.sends > 0)
      then coalesce(${sealedRecord.message('newest')}, '') end
    from aggregator_records newest where newest.type in ('Client', 'Provider') and newest.record_id = ${person}
    order by newest.id desc limit 1)`;

interface RejectedPerson {
  readonly id: number;
  readonly words: string;
}

export const listRejectedPeople = (db: Db, ids: readonly number[]) =>
  queryRows<RejectedPerson>(db)`select asked.id, asked.words
    from (select person.id, ${rejectionOf(sql`person.id`)} as words from unnest(${[...ids]}::int[]) as person (id)) as asked
    where asked.words is not null`;
