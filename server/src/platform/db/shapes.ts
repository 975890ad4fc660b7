import type pg from 'pg';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const tableName = (name: string) => `public.${quoted(name)}`;
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ');

export interface TableShape {
  readonly name: string;
  /** Without generated columns, which cannot be written. */
  readonly columns: readonly string[];
  /** The columns to sort by: the primary key, otherwise all. */
  readonly order: readonly string[];
}

export const readTables = async (client: pg.ClientBase): Promise<readonly TableShape[]> => {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       coalesce(
         array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) filter (where a.attnum = any (i.indkey::int2[])),
         array_agg(a.attname::text order by a.attnum)) as "order"
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
  );
  return rows;
};

/** An order independent of the server's collation, so that equal rows come in the same order. */
export const orderOf = ({ order }: Pick<TableShape, 'order'>) =>
  order.map((column) => `${quoted(column)}::text collate "C"`).join(', ');
