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

/** Puts on record what an answer shows, before it is sent. Nothing is waited for. */
export const recordLook = (
  { site, user, family }: Scope,
  call: Call,
  input: unknown,
  request: FastifyRequest,
  shown: Shown,
) => {
  // Whose family looks is said by the session, and never by what it asks.
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
