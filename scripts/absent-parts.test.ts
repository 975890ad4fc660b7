import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from './steps.mjs';

/** What the product does not have, or has in one way alone: items of docs/asvs.json that a look at the sources settles. */

interface Source {
  readonly path: string;
  readonly text: string;
}

const isProduct = (path: string) => !/\.(test|prove|bench)\.tsx?$|\/test-[\w-]+\.tsx?$/.test(path);
const read = (...patterns: string[]): Source[] =>
  globSync(patterns, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isProduct)
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const SERVER = read('server/src/**/*.ts', 'domain/src/**/*.ts');
const WEB = read('web/src/**/*.{ts,tsx}', 'web/*.html');
const ALL = [...SERVER, ...WEB];

/** Where a pattern is, as path and the place itself. */
const places = (sources: readonly Source[], pattern: RegExp) =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([found]) => `${path}: ${found}`));
const filesWith = (sources: readonly Source[], pattern: RegExp) => [
  ...new Set(sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)),
];

const Package = z.object({ dependencies: z.record(z.string(), z.string()) });
const LIBRARIES = ['server', 'web', 'domain'].flatMap((part) =>
  Object.keys(Package.parse(JSON.parse(readFileSync(join(ROOT, part, 'package.json'), 'utf8'))).dependencies),
);
const librariesLike = (pattern: RegExp) => LIBRARIES.filter((name) => pattern.test(name));

test('no part speaks LDAP, XPath, LaTeX, JNDI or memcache', () => {
  expect(librariesLike(/ldap|xpath|latex|jndi|memcache/i)).toEqual([]);
  expect(places(ALL, /\bldaps?:\/\/|\bxpath\b|\\documentclass|\bjndi\b|\bmemcached?\b/gi)).toEqual([]);
});

test('no part answers GraphQL', () => {
  expect(librariesLike(/graphql|apollo|mercurius/i)).toEqual([]);
  expect(places(ALL, /graphql/gi)).toEqual([]);
});

test('no part opens WebSockets or WebRTC', () => {
  expect(librariesLike(/^ws$|websocket|socket\.io|webrtc|simple-peer/i)).toEqual([]);
  expect(places(ALL, /\bnew WebSocket\b|\bRTCPeerConnection\b|\bupgrade: ?'websocket'/g)).toEqual([]);
});

test('no part reads SAML', () => {
  expect(librariesLike(/saml/i)).toEqual([]);
  expect(places(ALL, /SAMLResponse/g)).toEqual([]);
});

test('no part hands out tokens to others', () => {
  expect(librariesLike(/oidc-provider|oauth2-server|node-oauth/i)).toEqual([]);
  expect(places(SERVER, /grant_types_supported|token_endpoint_auth_methods_supported|jwks_uri: /g)).toEqual(
    [],
  );
});

test('no other service signs anybody out here', () =>
  expect(places(SERVER, /backchannel_logout|logout_token|frontchannel_logout/g)).toEqual([]));

test('no page of the browser sees a token of single sign-on', () =>
  expect(places(WEB, /\b(id_token|access_token|refresh_token)\b/g)).toEqual([]));

test('no code is made from text', () =>
  expect(places(ALL, /\beval\(|\bnew Function\(|\bsetTimeout\(\s*['"`]/g)).toEqual([]));

test('no shell is started with what somebody typed', () => {
  expect(places(SERVER, /\bshell: true|\bexecSync\(|[^.\w]exec\(/g)).toEqual([]);
  // The command that prints the master key is the operator's own.
  expect(filesWith(SERVER, /'\/bin\/sh'/)).toEqual(['server/src/platform/crypto/master-key.ts']);
});

test('no regular expression is made from what somebody typed without escaping it', () =>
  // Each of them is put together from constants, or from one letter of a claim file that is escaped.
  expect(filesWith(ALL, /\bnew RegExp\(/).toSorted()).toEqual([
    'domain/src/claims/x12/segments.ts',
    'domain/src/offers/replies.ts',
    'domain/src/people/pasted.ts',
    'domain/src/states/rules.ts',
    'web/src/features/addresses/read-point.ts',
  ]));

test('no markup is put into a page as it came', () =>
  expect(
    places(WEB, /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write\(/g),
  ).toEqual([]));

test('no template language reads what somebody typed', () =>
  expect(librariesLike(/handlebars|mustache|ejs|pug|nunjucks|liquid|marked|markdown/i)).toEqual([]));

test('no page listens to messages of another window', () =>
  expect(places(WEB, /window\.(addEventListener\(\s*'message'|onmessage)/g)).toEqual([]));

test('no plug-in of a browser is asked for', () =>
  expect(places(WEB, /<(embed|object|applet)\b|application\/x-(shockwave|silverlight|java)/gi)).toEqual([]));

test('no native code is of ours', () =>
  expect(
    globSync('{domain,server,web,scripts}/**/*.{c,cc,cpp,rs,node,gyp}', {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
    }),
  ).toEqual([]));

test('a password is typed into a field for passwords, where nothing keeps a manager from filling it', () => {
  expect(places(WEB, /onPaste=\{[^}]*preventDefault/g)).toEqual([]);
  const fields = WEB.flatMap(({ path, text }) =>
    [...text.matchAll(/<(TextInput|input)\b[^>]*label="[^"]*[Pp]assword[^"]*"[^>]*>/g)].map(([found]) => [
      path,
      found,
    ]),
  );
  // An admin reads the temporary password aloud to whom it is for.
  const shown = 'web/src/features/accounts/ResetPasswordDialog.tsx';
  for (const [path, found] of fields.filter(([one]) => one !== shown))
    expect(found, path).toContain('type="password"');
  expect(filesWith(WEB, /PasswordInput|type="password"/).length).toBeGreaterThan(2);
});

test('no password ends that its owner has chosen', () => {
  const ends = SERVER.filter(({ text }) => /password_expires/.test(text)).map(({ path }) => path);
  expect(ends.length).toBeGreaterThan(0);
  // The end is set together with the flag that somebody else has set the password, and with nothing else.
  for (const path of ends.filter((one) => !one.endsWith('tables.ts'))) {
    const text = SERVER.find((one) => one.path === path)?.text ?? '';
    expect(text, path).toMatch(/reset_password|temporary/i);
  }
});

test('no question of knowledge opens an account', () =>
  expect(places(ALL, /secret question|security question|mother's maiden/gi)).toEqual([]));

test('no code to sign in is sent by text or telephone', () => {
  const signIn = SERVER.filter(({ path }) => path.startsWith('server/src/accounts/'));
  expect(places(signIn, /channel: 'SMS'[^}]*\bcode\b/g)).toEqual([]);
});

test('random values that matter come from the generator of the operating system', () =>
  // These three spread waits, and nothing else.
  expect(
    filesWith(SERVER, /Math\.random/)
      .filter((path) => !/example|demo/.test(path))
      .toSorted(),
  ).toEqual([
    'server/src/aggregator/outcomes.ts',
    'server/src/messaging/sending.ts',
    'server/src/operations/named-snapshot.ts',
  ]));

test('values are sealed and hashed by node:crypto and argon2 alone', () => {
  expect(librariesLike(/crypto-js|bcrypt|md5|sjcl|forge|tweetnacl/i)).toEqual([]);
  const used = new Set(
    SERVER.flatMap(({ text }) =>
      [
        ...text.matchAll(
          /\b(?:createCipheriv|createDecipheriv|createHash|createHmac|hkdfSync|argon2)\(\s*'([^']+)'/g,
        ),
      ].map(([, name]) => name),
    ),
  );
  expect([...used].toSorted()).toEqual(['aes-256-gcm', 'argon2id', 'sha256']);
});

test('passwords are kept by argon2id with 19 MiB', () => {
  const [source] = SERVER.filter(({ path }) => path === 'server/src/platform/auth/passwords.ts');
  expect(source?.text).toMatch(/parallelism: 1, tagLength: 32, memory: 19 \* 1024, passes: 2/);
});

test('cookies of a session are of this host and of encrypted connections alone where there is encryption', () => {
  const [source] = SERVER.filter(({ path }) => path === 'server/src/platform/http/dispatch.ts');
  expect(source?.text).toMatch(/request\.protocol === 'https' \? '__Host-homecare'/);
  for (const place of places(SERVER, /\.setCookie\([^;]*;/g)) {
    expect(place).toMatch(/httpOnly: true|cookieOptions|\.\.\./);
  }
});

test('TLS begins at 1.2', () => {
  expect(places(SERVER, /minVersion: '[^']+'/g).map((place) => place.split(': ').at(-1))).toEqual(
    places(SERVER, /minVersion: '[^']+'/g).map(() => "'TLSv1.2'"),
  );
  expect(places(SERVER, /TLSv1(\.[01])?'|SSLv3|secureProtocol/g)).toEqual([]);
});

test('no certificate of a client signs anybody in', () =>
  expect(places(SERVER, /requestCert|getPeerCertificate/g)).toEqual([]));

test('no certificate is taken unseen', () =>
  expect(places(SERVER, /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/g)).toEqual([]));

test('no password of ours is a default', () =>
  expect(places(SERVER, /password: '(admin|root|password|postgres|secret)'/gi)).toEqual([]));

test('what is served is the built application alone', () => {
  const roots = places(SERVER, /\broot: [^,\n]+/g).filter((place) =>
    place.startsWith('server/src/platform/http/'),
  );
  expect(roots.every((place) => /webRoot/.test(place))).toBe(true);
  const serving = SERVER.filter(({ path }) => path.startsWith('server/src/platform/http/'));
  expect(places(serving, /dotfiles: 'allow'|\blist: true/g)).toEqual([]);
});

test('every library has its version and its checksum in the lock file', () => {
  const Lock = z.object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        integrity: z.string().optional(),
        link: z.boolean().optional(),
      }),
    ),
  });
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
  const ours = ([path, { link }]: [string, { link?: boolean | undefined }]) =>
    link === true || !path.includes('node_modules/');
  const others = Object.entries(packages).filter((entry) => !ours(entry));
  expect(others.length).toBeGreaterThan(100);
  expect(
    others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([]);
});

test('the product imports nothing of tests, simulators or development', () =>
  expect(
    places(ALL, /from '[^']*(\/testing\/|\/simulators\/|\/e2e\/|\/bench\/|vitest|fast-check)[^']*'/g),
  ).toEqual([]));
