import { createServer } from 'node:http';
import pg from 'pg';

const { DATABASE_URL = '', QUERY = '', PARAMETERS = '[]' } = process.env;
// Dates and stamps stay text, as on the other side: else the bytes would differ.
const { DATE, TIMESTAMPTZ } = pg.types.builtins;
const parsers = new Map<number, (text: string) => unknown>([
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace(/\+00$/, 'Z')],
]);
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
  options: '-c TimeZone=UTC',
  types: { getTypeParser: (oid: number) => parsers.get(oid) ?? pg.types.getTypeParser(oid) },
});
const parameters: unknown[] = JSON.parse(PARAMETERS);

type Times = Readonly<Record<string, string | null>>;
interface Row {
  readonly time: readonly [Times, Times];
}
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** The days of a week that have both times: the list answers these in place of the stored week. */
const weekOf = ([from, to]: Row['time']) =>
  DAYS.flatMap((day) => (from[day] && to[day] ? [{ day, from: from[day], to: to[day] }] : []));

const server = createServer(async (_request, response) => {
  const { rows } = await pool.query<Row>(QUERY, parameters);
  const data = rows.map(({ time, ...row }) => ({ ...row, week: weekOf(time) }));
  const body = JSON.stringify({ result: 'OK', code: 200, data });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
});
