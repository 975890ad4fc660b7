import { createServer } from 'node:http';
import pg from 'pg';

const { DATABASE_URL = '', QUERY = '', PARAMETERS = '[]' } = process.env;
// Dates, times and stamps in the spelling of the other side: else the bytes would differ.
const { DATE, TIME, TIMESTAMPTZ } = pg.types.builtins;
const spelling: Record<number, (text: string) => string> = {
  [DATE]: (text) => text,
  [TIME]: (text) => text.slice(0, 5),
  [TIMESTAMPTZ]: (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`,
};
const parserOf = (oid: number): ((text: string) => unknown) => pg.types.getTypeParser(oid);
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
  options: '-c timezone=UTC',
  types: { getTypeParser: (oid: number) => spelling[oid] ?? parserOf(oid) },
});
const parameters: unknown[] = JSON.parse(PARAMETERS);

const server = createServer(async (_request, response) => {
  const { rows } = await pool.query(QUERY, parameters);
  const body = JSON.stringify({ result: 'OK', code: 200, data: rows });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
});
