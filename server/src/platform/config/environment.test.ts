import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { readEnvironment, Variables } from './environment.ts';

describe('the environment', () => {
  it('has defaults for what is not set, and treats empty as not set', () => {
    const bare = readEnvironment({});
    expect(bare).toMatchObject({ port: 8080, host: '127.0.0.1', logRequests: false, slowStatementMs: 500 });
    expect(path.basename(bare.dataDir)).toBe('.data');
    expect(readEnvironment({ PORT: '', HOST: '', DATA_DIR: '', LOG_REQUESTS: '', S3_BUCKET: '' })).toEqual(
      bare,
    );
  });

  it('is read as set', () => {
    const bucket = {
      S3_BUCKET: 'files',
      S3_KEY_ID: 'id',
      S3_SECRET: 'secret',
      S3_ENDPOINT: 'http://s3.test',
    };
    expect(
      readEnvironment({ PORT: '0', DATA_DIR: 'x', LOG_REQUESTS: '1', SLOW_STATEMENT_MS: '50', ...bucket }),
    ).toMatchObject({
      port: 0,
      dataDir: path.resolve('x'),
      logRequests: true,
      slowStatementMs: 50,
      bucket: {
        bucket: 'files',
        endpoint: 'http://s3.test',
        region: 'us-east-1',
        keyId: 'id',
        secret: 'secret',
      },
    });
  });

  test.each([
    [{ PORT: '80a' }, 'PORT=80a is not a port number.'],
    [{ PORT: '65536' }, 'PORT=65536 is not a port number.'],
    [{ TLS_CERT: 'a.pem' }, 'TLS_CERT and TLS_KEY are set together: one of them is missing.'],
    [{ TLS_CERT: '/no/a.pem', TLS_KEY: '/no/b.pem' }, 'The TLS file /no/a.pem does not exist.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL looks like postgres://user:password@host:5432/postgres.'],
    [{ S3_BUCKET: 'files' }, 'S3_BUCKET needs S3_KEY_ID and S3_SECRET.'],
    [{ S3_ENDPOINT: 'storage' }, 'S3_ENDPOINT looks like https://storage.example.org.'],
    [{ LOG_REQUESTS: 'yes' }, 'LOG_REQUESTS is 1 or 0.'],
    [{ SLOW_STATEMENT_MS: '1s' }, 'SLOW_STATEMENT_MS is a whole number of milliseconds, such as 500.'],
    [{ PORT: 'x', LOG_REQUESTS: 'yes' }, 'PORT=x is not a port number.\nLOG_REQUESTS is 1 or 0.'],
  ])('is refused with a sentence for each wrong variable: %o', (env, sentence) => {
    expect(() => readEnvironment(env)).toThrow(sentence);
  });

  it('is explained in docs/operations.md, each variable with its default and meaning', () => {
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const documented = [...page.matchAll(/^\| `([A-Z0-9_]+)` \| (?:`(.+?)`)? ?\| (.+) \|$/gm)].map(
      ([, name, preset, meaning]) => ({ name, preset, meaning }),
    );
    const { properties = {} } = z.toJSONSchema(Variables, { io: 'input' });
    const declared = Object.entries(properties).map(([name, shape]) => {
      if (typeof shape === 'boolean') throw new Error(`${name} has no shape`);
      const preset = shape.default === undefined ? undefined : String(shape.default);
      return { name, preset, meaning: shape.description };
    });
    expect(documented).toEqual(declared);
  });
});
