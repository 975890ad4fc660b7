import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A sign-in service that says whatever a test wants, even what no real one would: foreign, unsigned or expired tokens. */

type Claims = Record<string, unknown>;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export const startIssuer = async (clientId: string) => {
  const own = keyPair();
  const foreign = keyPair();
  let claims: (usual: Claims) => Claims = (usual) => usual;
  let signsWith = own.privateKey;
  let isUnsigned = false;
  let nonce: string | null = null;
  const tokenFor = (issuer: string) => {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: clientId, sub: 'person-1', iat: now, exp: now + 300, nonce };
    const kept = Object.entries(claims(usual)).filter(([, value]) => value !== undefined);
    const header = isUnsigned ? { alg: 'none' } : { alg: 'RS256', kid: 'own' };
    const text = `${part(header)}.${part(Object.fromEntries(kept))}`;
    if (isUnsigned) return `${text}.`;
    return `${text}.${createSign('sha256').update(text).sign(signsWith).toString('base64url')}`;
  };
  const answers = (issuer: string): Record<string, () => unknown> => ({
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({
      keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
    }),
    '/token': () => ({ access_token: 'token', token_type: 'Bearer', id_token: tokenFor(issuer) }),
  });
  const server = createServer((request, response) => {
    const { port } = address();
    const path = request.url?.split('?')[0] ?? '';
    const answer = answers(`http://127.0.0.1:${port}`)[path];
    request.resume();
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.() ?? {}));
  });
  const address = (): AddressInfo => {
    const at = server.address();
    if (typeof at !== 'object' || at === null) throw new Error('the issuer does not listen');
    return at;
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${address().port}`,
    /** Sets the next token, as a change of a correct one. */
    say: (next: (usual: Claims) => Claims, how: { readonly by?: 'foreign' | 'nobody' } = {}) => {
      claims = next;
      signsWith = how.by === 'foreign' ? foreign.privateKey : own.privateKey;
      isUnsigned = how.by === 'nobody';
    },
    /** Takes the nonce from the request being answered. */
    answering: (asked: URL) => {
      nonce = asked.searchParams.get('nonce');
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
