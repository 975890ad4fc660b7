import type { FastifyRequest } from 'fastify';

/**
 * Whether this request may change state (docs/rules/calls.md, rule 6). Sec-Fetch-Site decides if the browser sends it, otherwise a
 * same-origin Origin, otherwise the header that a page on another origin cannot send without a preflight.
 */
export const mayChangeState = (request: FastifyRequest): boolean => {
  const { headers } = request;
  if (headers['sec-fetch-mode'] === 'navigate') return false;
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  if (headers.origin !== undefined) return headers.origin === `${request.protocol}://${request.host}`;
  return headers['x-requested-with'] === 'homecare';
};
