import { type Call, methodOf, uploadLimits } from '@homecare/domain/call.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { requestOf } from '../../../testing/requests.ts';
import { sampleInputs } from '../../../testing/sample-inputs.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { createExampleData } from '../../operations/example-data.ts';
import { openApiDocument } from './openapi.ts';
import { answersFile } from './openapi-schemas.ts';

/** Compares the document with real traffic: samples of all calls and the server's answers. */
const Parameter = z.looseObject({
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  schema: z.looseObject({}).optional(),
});
const Document = z.looseObject({
  paths: z.record(
    z.string(),
    z.looseObject({ get: z.looseObject({ parameters: z.array(Parameter).optional() }).optional() }),
  ),
});

let server: TestServer;
let inputs: Readonly<Record<string, unknown>>;
let document: z.output<typeof Document>;
let calls: Call[];
const exact = new Ajv2020({ strict: false, validateFormats: false });
/** The query of an address is text. */
const ofText = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });

beforeAll(async () => {
  server = await testServer();
  const { providerId } = await createExampleData(server.scope, {
    clients: 4,
    providers: 3,
    months: 0,
    say: () => undefined,
  });
  inputs = (await sampleInputs(server, providerId))();
  document = Document.parse(JSON.parse(JSON.stringify(openApiDocument(server.registry))));
  exact.addSchema({ $id: 'openapi', ...document });
  calls = server.registry.all
    .map(({ call }) => call)
    .filter(({ name, input }) => name in inputs || input.safeParse({}).success);
});
afterAll(() => server.stop());

const sampleOf = ({ name }: Call) => inputs[name] ?? {};

const breaches = (name: string, value: unknown) => {
  const validate = exact.getSchema(`openapi#/components/schemas/${name}`);
  if (!validate) return [`${name} is not described`];
  return validate(value) ? [] : [`${name}: ${exact.errorsText(validate.errors)}`];
};

const queryBreaches = (call: Call, query: URLSearchParams): string[] => {
  const path = call.transport.via === 'path' ? call.transport.paths[0] : 'poster.php';
  const parameters = (document.paths[`/${path}`]?.get?.parameters ?? []).filter((one) => one.in === 'query');
  const unknown = [...query.keys()].filter((name) => !parameters.some((one) => one.name === name));
  const wrong = parameters.filter(({ name = '', required, schema = {} }) => {
    const value = query.get(name);
    return value === null ? required : !ofText.validate({ properties: { value: schema } }, { value });
  });
  return [...unknown, ...wrong.map(({ name = '' }) => name)].map((name) => `${call.name} ?${name}`);
};

/** The body as described: in a form each field is text, and a list is JSON. */
const bodyOf = (call: Call) => {
  const { payload } = requestOf(call, sampleOf(call));
  if (call.transport.via !== 'command') return JSON.parse(JSON.stringify(payload ?? {}));
  const { id, data, ...rest } = Object.fromEntries(new URLSearchParams(String(payload)));
  return {
    ...rest,
    ...(id !== undefined && { id: Number(id) }),
    ...(data !== undefined && { data: JSON.parse(data) }),
  };
};

test('each call is sent what the document describes', () => {
  const found = calls
    .filter((call) => !uploadLimits(call))
    .flatMap((call) =>
      methodOf(call) === 'GET'
        ? queryBreaches(call, new URL(`http://host${requestOf(call, sampleOf(call)).url}`).searchParams)
        : breaches(`${call.name}.request`, bodyOf(call)),
    );
  expect(found).toEqual([]);
  expect(calls.length).toBeGreaterThan(200);
});

test('each call answers what the document describes, success or refusal', async () => {
  const admin = await server.as('admin');
  const seen = { done: 0, refused: 0 };
  for (const call of calls.filter((one) => one.effect !== 'write' && !answersFile(one))) {
    const answer = await admin.raw(requestOf(call, sampleOf(call)));
    const isDone = answer.status === 200;
    seen[isDone ? 'done' : 'refused'] += 1;
    expect(
      breaches(
        isDone ? `${call.name}.answer` : call.refusals ? `${call.name}.refusal` : 'refusal',
        JSON.parse(answer.text),
      ),
    ).toEqual([]);
  }
  expect(seen.done).toBeGreaterThan(60);
});
