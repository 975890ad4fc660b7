import type { FastifyRequest } from 'fastify';

/**
 * May this request change state? (docs/rules/calls.md, rule 6) Sec-Fetch-Site decides where a browser sends it, else a
 * same-origin Origin, else the header that a page elsewhere cannot send without a preflight.
 */
export const mayChangeState = (request: FastifyRequest): boolean => {
  const { headers } = request;
  if (headers['sec-fetch-mode'] === 'navigate') return false;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  if (headers.origin !== undefined) return headers.origin === `${request.protocol}://${request.host}`;
  return headers['x-requested-with'] === 'homecare';
};
