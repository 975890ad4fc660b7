import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { freePort } from './free-port.ts';

/** A complete third-party OpenID provider on this machine, with its own sign-in page, consent, tokens and sign-out. */

export interface Employee {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

const CLIENT = 'homecare';
const SECRET = 'secret-of-the-agency-at-its-provider';

export const startProvider = async (back: string) => {
  const employees = new Map<string, Employee>();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: [back],
        post_logout_redirect_uris: [back],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['of-this-test'] },
    findAccount: (_, id) => {
      const employee = employees.get(id);
      return employee && { accountId: id, claims: () => ({ sub: id, ...employee }) };
    },
  });
  const server = createServer(provider.callback());
  await new Promise<AddressInfo | string | null>((resolve) =>
    server.listen(Number(port), '127.0.0.1', () => resolve(server.address())),
  );
  return {
    url,
    clientId: CLIENT,
    secret: SECRET,
    employ: (id: string, employee: Employee) => void employees.set(id, employee),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** A browser that signs in there as `id`; returns the address it is sent back to. */
export const signInThere = async (start: string, id: string): Promise<URL> => {
  const jar = new Map<string, string>();
  let request: { url: string; body?: URLSearchParams } = { url: start };
  for (let step = 0; step < 20; step += 1) {
    const answer = await fetch(request.url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...(request.body && { method: 'POST', body: request.body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location) {
      const next = new URL(location, request.url);
      if (next.searchParams.has('state') && (next.searchParams.has('code') || next.searchParams.has('error')))
        return next;
      request = { url: next.href };
      continue;
    }
    const page = await answer.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt) throw new Error(`the provider shows an unknown page: ${page.slice(0, 300)}`);
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: id, password: 'any' }) });
    request = { url: new URL(action, request.url).href, body };
  }
  throw new Error('the provider does not send the browser back');
};
