import { lookReader, type Shown } from '@homecare/domain/access-log/looked-at.ts';
import type { Call } from '@homecare/domain/call.ts';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../auth/scope.ts';
import { stampNow } from '../clock/clock.ts';

const readers = new WeakMap<Call, ReturnType<typeof lookReader> | null>();
const readerOf = (call: Call) => {
  const known = readers.get(call);
  if (known !== undefined) return known;
  const made = lookReader(call) ?? null;
  readers.set(call, made);
  return made;
};

/** Records what an answer shows before it is sent, without waiting. */
export const recordLook = (
  { site, user, family }: Scope,
  call: Call,
  input: unknown,
  request: FastifyRequest,
  shown: Shown,
) => {
  // The session says whose family is looking, never the request.
  const asked = family && typeof input === 'object' ? { ...input, clientId: family.clientId } : input;
  const look = readerOf(call)?.(asked, shown);
  if (!look || user.id === null) return;
  site.accessLog.record({
    ...look,
    at: stampNow(site.clock),
    accountId: user.id,
    address: request.ip,
    call: call.name,
    request: request.id,
  });
};
