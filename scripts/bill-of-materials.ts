// What the product is made of besides its own sources: a CycloneDX document and a list of licenses, from the lock file.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './steps.mjs';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
}
interface Lock {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, Locked>>;
}

/** One package as it is shipped. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** SHA-512 as the registry gave it, in hexadecimal. */
  readonly sha512: string | undefined;
}

/** Their authors ask for their names beside the product, and for nothing that the product would have to give. */
const ALLOWED = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['OFL-1.1', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'Zlib'],
]);

const MODULES = 'node_modules/';

/** Each package once, in the order of its name; what only builds and tests the product is no part of it. */
export const partsOf = ({ packages }: Lock, licenseOf: (path: string) => string | undefined): Part[] => {
  const parts = Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes(MODULES) || locked.dev || locked.link || locked.version === undefined) return [];
    const [, hash] = /(?:^| )sha512-(\S+)/.exec(locked.integrity ?? '') ?? [];
    const part: Part = {
      name: path.slice(path.lastIndexOf(MODULES) + MODULES.length),
      version: locked.version,
      license: locked.license ?? licenseOf(path) ?? 'unknown',
      sha512: hash === undefined ? undefined : Buffer.from(hash, 'base64').toString('hex'),
    };
    return [part];
  });
  const known = new Map(parts.map((part) => [`${part.name}@${part.version}`, part]));
  return [...known.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};
const keyOf = ({ name, version }: Part) => `${name} ${version}`;

/** 'MIT AND OFL-1.1' needs both, '(MIT OR CC0-1.0)' one of them. */
const isAllowed = (license: string): boolean => {
  const plain = license.replace(/[()]/g, '');
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isAllowed);
  return plain.split(' OR ').some((one) => ALLOWED.has(one.trim()));
};

export const licenseProblems = (parts: readonly Part[]): string[] =>
  parts
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, version, license }) => `${name} ${version}: its license is ${license}`);

const purlOf = ({ name, version }: Part) =>
  `pkg:npm/${name.split('/').map(encodeURIComponent).join('/')}@${version}`;

/** CycloneDX 1.6. The same parts give the same document, so that two releases can be compared. */
export const documentOf = ({ name, version }: Pick<Lock, 'name' | 'version'>, parts: readonly Part[]) => {
  const components = parts.map((part) => ({
    type: 'library',
    'bom-ref': purlOf(part),
    name: part.name,
    version: part.version,
    purl: purlOf(part),
    licenses: [
      / (AND|OR) /.test(part.license) ? { expression: part.license } : { license: { id: part.license } },
    ],
    ...(part.sha512 && { hashes: [{ alg: 'SHA-512', content: part.sha512 }] }),
  }));
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const uuid = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${[...uuid, digest.slice(20, 32)].join('-')}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': name,
        name,
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components,
  };
};

export const licenseList = (parts: readonly Part[]): string => {
  const licenses = [...new Set(parts.map(({ license }) => license))].toSorted();
  const section = (license: string) => {
    const of = parts.filter((part) => part.license === license);
    return [`## ${license} (${of.length})`, '', ...of.map(({ name, version }) => `- ${name} ${version}`), ''];
  };
  return ['Licenses of what is shipped', '', ...licenses.flatMap(section)].join('\n');
};

const isNamed = (value: unknown): value is { readonly license: string } =>
  typeof value === 'object' && value !== null && 'license' in value && typeof value.license === 'string';

/** These say it in a file and not in their package.json. */
const IN_A_FILE: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT' };

/** Of a package that the lock file knows no license of: what it says itself. */
const ownLicense = (path: string): string | undefined => {
  try {
    const own: unknown = JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));
    return isNamed(own) ? own.license : IN_A_FILE[path];
  } catch {
    return undefined;
  }
};

export const readParts = () => {
  const lock: Lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return { lock, parts: partsOf(lock, ownLicense) };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { lock, parts } = readParts();
  const to = resolve(process.argv[2] ?? join(ROOT, '.parts'));
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'bom.json'), `${JSON.stringify(documentOf(lock, parts), null, 2)}\n`);
  writeFileSync(join(to, 'licenses.txt'), licenseList(parts));
  const problems = licenseProblems(parts);
  console.log([`${parts.length} packages: ${to}/bom.json, licenses.txt`, ...problems].join('\n'));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
