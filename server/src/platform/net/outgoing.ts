import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request as requestSealed } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addressList } from '../http/addresses.ts';

/** Where a service may be: `public` if an admin configured it, `any` for the operator and this machine's simulators. */
export type Reach = 'public' | 'any';

/** Networks outside the internet, by the registries of special-purpose addresses (RFC 6890). */
const isSpecial = addressList([
  ...['loopback', 'linklocal', 'uniquelocal'],
  ...['0.0.0.0/8', '100.64.0.0/10', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // IPv6 (IPv4 inside it is treated as IPv4): unspecified, translated and tunneled IPv4, examples, site-local, multicast.
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', 'fec0::/10', 'ff00::/8'],
]);

/** The name leads to this machine, its network or nowhere on the internet. Nothing was sent. */
export class NotPublic extends Error {
  readonly code = 'EHOSTUNREACH';
  constructor() {
    super('the service is not on the internet');
  }
}

/** All addresses of a name by DNS. For a public service, every one must be on the internet. */
const addressesOf = async (host: string, reach: Reach): Promise<readonly LookupAddress[]> => {
  const found = await resolve(host.replace(/^\[|\]$/g, ''), { all: true });
  if (reach === 'public' && found.some(({ address }) => isSpecial(address))) throw new NotPublic();
  return found;
};

/** The address to connect to. Connecting to it, rather than to the name again, uses exactly what was checked. */
export const addressOf = async (host: string, reach: Reach): Promise<string> => {
  const [first] = await addressesOf(host, reach);
  if (!first) throw new NotPublic();
  return first.address;
};

/** For libraries that resolve names themselves: gives them only checked addresses. */
const checkedLookup =
  (reach: Reach): LookupFunction =>
  (host, options, callback) => {
    addressesOf(host, reach).then(
      (found) => {
        const [first] = found;
        if (options.all) callback(null, [...found]);
        else if (first) callback(null, first.address, first.family);
        else callback(new NotPublic(), '');
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

const MOST_BYTES = 32 * 1024 * 1024;

export interface Outgoing {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends one request like `fetch`, to a checked address. A redirect is returned and never followed. */
export const send = async (address: string | URL, reach: Reach, outgoing: Outgoing): Promise<Response> => {
  const url = new URL(address);
  // A numeric address is not resolved, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (reach === 'public' && isIP(host) !== 0 && isSpecial(host)) throw new NotPublic();
  const { method = 'GET', headers = {}, body, signal } = outgoing;
  return new Promise<Response>((answer, reject) => {
    const begin = url.protocol === 'https:' ? requestSealed : requestPlain;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = {
      method,
      headers: { ...headers, ...length },
      signal,
      lookup: checkedLookup(reach),
      agent: false,
    };
    const sent = begin(url, options, (incoming) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_BYTES) incoming.destroy(new Error('the answer is too large'));
        else chunks.push(chunk);
      });
      incoming.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      incoming.on('end', () => {
        const status = incoming.statusCode ?? 0;
        const given = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        const isEmpty = status === 204 || status === 205 || status === 304;
        answer(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: given }));
      });
    });
    // As fetch does, reports the deadline rather than the abort.
    sent.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    sent.end(body);
  });
};
