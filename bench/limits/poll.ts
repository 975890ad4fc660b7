import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 10 });
const { DAY = '' } = process.env;

const server = createServer(async (request, response) => {
  const { rows } = await pool.query({
    name: 'revision',
    text: 'select rev from revisions where kind = $1 and key = $2',
    values: ['visits', DAY],
  });
  const tag = `"${rows[0].rev}"`;
  response.setHeader('etag', tag);
  response.statusCode = request.headers['if-none-match'] === tag ? 304 : 200;
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`);
});
