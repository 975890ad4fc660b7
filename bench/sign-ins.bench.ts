import { availableParallelism } from 'node:os';
import { login } from '@homecare/domain/accounts/sign-in-contract.ts';
import { hashPassword } from '../server/src/platform/auth/passwords.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { median, ms, report } from './report.ts';
import { benchSite, DEMO_PASSWORD } from './site.ts';

/** A whole office signs in at once, beside what the hashes of its passwords cost all cores together. */
const OFFICE = 60;
const ROUNDS = 5;
const ALLOWED = 1.3;

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const bench = await benchSite({ clients: 30, providers: 15 });
const server = await bench.serve();
// Attempts are counted for each account.
await bench.site.pool.query(
  `insert into accounts (login, password_hash, full_name, role, initials, reset_password)
   select 'office' || n, password_hash, 'Office', 'user', 'O.', false from accounts, generate_series(1, $1) n
   where login = 'admin'`,
  [OFFICE],
);
const signIn = async (n: number) => {
  const [url, options] = overHttp(
    server.url,
    requestOf(login, { data: { user: `office${n}`, pass: DEMO_PASSWORD } }),
  );
  const answer = await request(url, options);
  if (answer.status !== 200) throw new Error(answer.body.toString());
};
const office = () => Promise.all(Array.from({ length: OFFICE }, (_, n) => signIn(n + 1)));
/** The hashes alone, as many at a time as there are cores. */
const hashes = () => Promise.all(Array.from({ length: OFFICE / 2 }, () => hashPassword('Bench-Mark-2026')));

try {
  await office();
  await hashes();
  const took = { here: [] as number[], limit: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    took.here.push(await timed(office));
    took.limit.push((await timed(hashes)) * 2);
  }
  const [here, limit] = [median(took.here), median(took.limit)];
  report([
    {
      name: `${OFFICE} people sign in at once, against ${OFFICE} hashes on ${availableParallelism()} cores`,
      here: `${ms(here)} = ${(here / limit).toFixed(2)} ×`,
      limit: ms(limit),
      target: `at most ${ALLOWED} × the limit`,
      share: here / limit / ALLOWED,
    },
  ]);
} finally {
  await server.stop();
  await bench.stop();
}
