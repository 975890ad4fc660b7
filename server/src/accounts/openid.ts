import { SINGLE_SIGN_ON_MINUTES } from '@homecare/domain/accounts/single-sign-on.ts';
import type * as Client from 'openid-client';
import { z } from 'zod';
import { send } from '../platform/net/outgoing.ts';
import type { SignInService } from '../platform/site/connections.ts';

/** The conversation with a company's sign-in service: OpenID Connect with a code and PKCE. */

// Loaded with the first single sign-on, so that the server starts without it.
const library = () => import('openid-client');

const ANSWER_MS = 15_000;
const KEPT_MS = 10 * 60_000;

/** Like all outgoing requests of the server: to a checked address, without following redirects. */
const fetchFrom =
  ({ reach }: SignInService): Client.CustomFetch =>
  (url, { method, headers, body, signal }) =>
    send(url, reach, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      ...(typeof body === 'string' && { body }),
      signal: signal ?? AbortSignal.timeout(ANSWER_MS),
    });

interface Known {
  readonly client: Promise<Client.Configuration>;
  readonly until: number;
}
/** A service's description of itself is cached for ten minutes. */
const known = new Map<string, Known>();

const clientOf = async (service: SignInService): Promise<Client.Configuration> => {
  const { issuer, clientId, secret, reach } = service;
  const name = JSON.stringify([issuer, clientId, secret, reach]);
  const found = known.get(name);
  if (found && found.until > performance.now()) return found.client;
  const openid = await library();
  // The signature is verified although the token comes directly from the service, so that a proxy in between need not be trusted.
  const execute = [openid.enableNonRepudiationChecks];
  if (reach === 'any') execute.push(openid.allowInsecureRequests);
  const client = openid.discovery(new URL(issuer), clientId, secret, undefined, {
    execute,
    timeout: ANSWER_MS / 1000,
    [openid.customFetch]: fetchFrom(service),
  });
  known.set(name, { client, until: performance.now() + KEPT_MS });
  client.catch(() => known.delete(name));
  return client;
};

/** What the return is compared with; it stays sealed in the browser that started. */
export const Begun = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.int(),
});
export type Begun = z.output<typeof Begun>;

export const beginAt = async (service: SignInService, back: string, now: Temporal.Instant) => {
  const openid = await library();
  const client = await clientOf(service);
  const [state, nonce, verifier] = [
    openid.randomState(),
    openid.randomNonce(),
    openid.randomPKCECodeVerifier(),
  ];
  const url = openid.buildAuthorizationUrl(client, {
    redirect_uri: back,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const until = now.add({ minutes: SINGLE_SIGN_ON_MINUTES }).epochMilliseconds;
  return { url: url.href, begun: { state, nonce, verifier, until } satisfies Begun };
};

const Claims = z.looseObject({
  sub: z.string().min(1).max(500),
  email: z.string().max(300).optional(),
  email_verified: z.boolean().optional(),
  name: z.string().max(200).optional(),
});

/** A person as described by their company's service. */
export interface Person {
  readonly subject: string;
  /** Only an address the service has confirmed; anyone could have typed another. */
  readonly address: string | undefined;
  readonly name: string | undefined;
  readonly groups: readonly string[];
}

const groupsIn = (value: unknown): string[] =>
  [value].flat().filter((group): group is string => typeof group === 'string');

/** Throws if anything in the answer is not as requested: state, issuer, audience, nonce, signature, time. */
export const finishAt = async (
  service: SignInService,
  address: URL,
  { state, nonce, verifier }: Begun,
): Promise<Person> => {
  const openid = await library();
  const client = await clientOf(service);
  const tokens = await openid.authorizationCodeGrant(client, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const token = tokens.claims();
  if (!token) throw new Error('the service answered without an identity');
  const more = client.serverMetadata().userinfo_endpoint
    ? await openid.fetchUserInfo(client, tokens.access_token, token.sub)
    : {};
  const claims = Claims.parse({ ...more, ...token });
  return {
    subject: claims.sub,
    address: claims.email_verified === true ? claims.email?.trim().toLowerCase() : undefined,
    name: claims.name?.trim(),
    groups: groupsIn(claims[service.claim]),
  };
};

/** Where the session at the service is ended; undefined if it has no such page. */
export const endAt = async (service: SignInService, back: string): Promise<string | undefined> => {
  const openid = await library();
  const client = await clientOf(service);
  if (!client.serverMetadata().end_session_endpoint) return undefined;
  return openid.buildEndSessionUrl(client, { post_logout_redirect_uri: back }).href;
};

/** The person canceled at the service, not here. */
export const isCanceled = async (error: unknown): Promise<boolean> => {
  const { AuthorizationResponseError } = await library();
  return error instanceof AuthorizationResponseError && error.error === 'access_denied';
};

export const trySignIn = async (service: SignInService, publicUrl: string) => {
  try {
    const { issuer } = (await clientOf(service)).serverMetadata();
    const back = `${publicUrl}/login`;
    return {
      works: true,
      answer: `${issuer} answers. Enter ${back} there as the redirect address, also for signing out.`,
    };
  } catch {
    return { works: false, answer: `${service.issuer} does not answer as a sign-in service.` };
  }
};
