import { updatePerson } from '@homecare/domain/people/contract.ts';
import { addClient } from '../../server/testing/care.ts';
import { TEST_PASSWORD, testServer } from '../../server/testing/server.ts';
import type { openAgency as declared } from '../src/agency.d.ts';

export const openAgency: typeof declared = async ({ changes }) => {
  const server = await testServer({ now: '2026-11-20T17:00:00Z' });
  const person = await addClient(server.database.pool, 'Baca');
  const admin = await server.as('admin');
  for (let count = 0; count < changes; count += 1)
    await admin.call(updatePerson, { id: person, data: { notes: `Call after ${count}` } });
  return {
    origin: await server.app.listen({ port: 0, host: '127.0.0.1' }),
    login: 'admin1',
    password: TEST_PASSWORD,
    person,
    setClock: (now) => server.clock.set(now),
    stop: server.stop,
  };
};
