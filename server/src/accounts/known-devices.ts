import type { FastifyRequest } from 'fastify';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import type { Tx } from '../platform/db/mutate.ts';
import type { Visit } from '../platform/http/bind.ts';
import { findKnownDevice, keepKnownDevice } from './queries.ts';
import type { Attempt } from './throttle.ts';

const REMEMBERED_SECONDS = 180 * 24 * 60 * 60;

const deviceCookie = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-homecare-device' : 'homecare-device';

const tokenOf = (request: FastifyRequest): string | undefined => {
  const token = request.cookies[deviceCookie(request)];
  return token && /^[\w-]{43}$/.test(token) ? token : undefined;
};

/** Where someone tries to sign in: on a device that has opened this account before, or from an address. */
export const attemptOf = async ({ site, request }: Visit, login: string): Promise<Attempt> => {
  const token = tokenOf(request);
  const device = token && (await findKnownDevice(site.db, hashToken(token), login));
  return { login, from: device ? { device } : { address: request.ip } };
};

/** Remembers the browser for the account; returns the token for its cookie. */
export const rememberDevice = async (
  tx: Tx,
  { request, reply }: Visit,
  accountId: number,
  now: string,
): Promise<() => void> => {
  const token = tokenOf(request) ?? newToken();
  await keepKnownDevice(tx, hashToken(token), accountId, now);
  return () =>
    void reply.setCookie(deviceCookie(request), token, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https',
      maxAge: REMEMBERED_SECONDS,
    });
};
