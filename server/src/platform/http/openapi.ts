import { isKeyCall } from '@homecare/domain/api-keys/scope.ts';
import { type Call, methodOf, uploadLimits } from '@homecare/domain/call.ts';
import { areaOfCall, callTitle } from '@homecare/domain/call-names.ts';
import { GENERAL_REASONS } from '@homecare/domain/errors.ts';
import type { FastifyInstance } from 'fastify';
import { BASE } from './base-path.ts';
import type { Binding } from './bind.ts';
import {
  answerSchema,
  answersFile,
  type QueryParameter,
  queryParameters,
  refusalSchema,
  requestSchema,
  type Schema,
} from './openapi-schemas.ts';
import { escapeHtml } from './plain-page.ts';
import type { Registry } from './registry.ts';

const describe = (call: Call) => {
  const { roles } = call;
  const who =
    'open' in roles
      ? `No session: ${roles.open}.`
      : 'family' in roles
        ? "A client's family."
        : `Roles: ${roles.join(', ')}.`;
  const needs = call.needs.length > 0 ? ` Switches: ${call.needs.join(', ')}.` : '';
  const refusals = call.refusals ? ` Refusals of its own: ${call.refusals.join(', ')}.` : '';
  return `${who}${needs} Effect: ${call.effect}.${refusals}`;
};

const refTo = (kind: 'schemas' | 'parameters' | 'responses' | 'headers', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
const requestName = (call: Call) => `${call.name}.request`;
const answerName = (call: Call) => `${call.name}.answer`;
/** Calls with only general refusals share one schema. */
const refusalName = ({ name, refusals }: Call) => (refusals ? `${name}.refusal` : 'refusal');

const commandOf = ({ transport }: Call) => (transport.via === 'command' ? transport.cmd : undefined);

const anyOf = (schemas: readonly Schema[]): Schema => {
  const [first = {}, ...others] = schemas;
  return others.length === 0 ? first : { anyOf: [...schemas] };
};

const MULTIPART = 'multipart/form-data';
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The content type of the request body. */
const bodyType = (call: Call) =>
  uploadLimits(call)
    ? MULTIPART
    : call.transport.via === 'command' || call.proof === 'signature'
      ? FORM
      : JSON_TYPE;

const requestBody = (calls: readonly Call[]) => {
  const types = [...new Set(calls.map(bodyType))];
  const content = types.map((type) => {
    const ofType = calls.filter((call) => bodyType(call) === type);
    const isCommand = ofType.some((call) => commandOf(call) !== undefined);
    return [
      type,
      {
        schema: anyOf(ofType.map((call) => refTo('schemas', requestName(call)))),
        ...(isCommand && { encoding: { data: { contentType: JSON_TYPE } } }),
      },
    ];
  });
  return { required: true, content: Object.fromEntries(content) };
};

/** Parameters of calls that share an address. One is required only if every call requires it. */
const sharedParameters = (calls: readonly Call[]): QueryParameter[] => {
  const each = calls.map(queryParameters);
  const named = Map.groupBy(each.flat(), ({ name }) => name);
  return [...named].map(([name, all]) => {
    const schemas = [...new Map(all.map(({ schema }) => [JSON.stringify(schema), schema])).values()];
    const isRequired = all.length === calls.length && all.every(({ required }) => required);
    return { name, in: 'query', ...(isRequired && { required: true }), schema: anyOf(schemas) };
  });
};

const headerParameters = (bindings: readonly Binding[]) => {
  const isWrite = bindings.some(({ call }) => call.effect === 'write' && call.proof !== 'signature');
  const isTagged = bindings.some(({ hasTag }) => hasTag);
  return [
    ...(isWrite ? [refTo('parameters', 'requestedWith'), refTo('parameters', 'idempotencyKey')] : []),
    ...(isTagged ? [refTo('parameters', 'ifNoneMatch')] : []),
  ];
};

const REFUSED = 'Nothing was done. Info says why, reason says it to a program, errors names the fields.';

const refusedBy = (calls: readonly Call[]) => {
  const names = [...new Set(calls.map(refusalName))];
  const schema = anyOf(names.map((name) => refTo('schemas', name)));
  return calls.some(({ refusals }) => refusals)
    ? { description: REFUSED, content: { [JSON_TYPE]: { schema } } }
    : refTo('responses', 'refused');
};

const responses = (bindings: readonly Binding[]) => {
  const calls = bindings.map(({ call }) => call);
  const json = calls.filter((call) => !answersFile(call));
  const isTagged = bindings.some(({ hasTag }) => hasTag);
  return {
    200: {
      description: calls.every(answersFile) ? 'The file.' : 'The call was done.',
      headers: {
        'X-Server-Time': refTo('headers', 'serverTime'),
        ...(isTagged && { ETag: refTo('headers', 'tag') }),
      },
      content: {
        ...(json.length > 0 && {
          [JSON_TYPE]: { schema: anyOf(json.map((call) => refTo('schemas', answerName(call)))) },
        }),
        ...(calls.some(answersFile) && {
          '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
        }),
      },
    },
    ...(isTagged && { 304: refTo('responses', 'unchanged') }),
    '4XX': refusedBy(calls),
    '5XX': refTo('responses', 'refused'),
  };
};

/** For several calls at one address, a session is required only if all need it, and a key is accepted if one accepts it. */
const security = (calls: readonly Call[]) => {
  const open = calls.filter((call) => 'open' in call.roles);
  const ways = calls.some(isKeyCall) ? SECURITY : SESSIONS;
  if (open.length > 0) return { security: open.length === calls.length ? [] : [{}, ...ways] };
  return ways === SECURITY ? {} : { security: ways };
};
const SESSIONS = [{ session: [] }, { secureSession: [] }];
const SECURITY = [...SESSIONS, { key: [] }];

type Method = 'get' | 'post';
interface Place {
  readonly path: string;
  readonly method: Method;
  readonly binding: Binding;
  /** 0 is the address our own client uses; others are alternative spellings. */
  readonly spelling: number;
}

/** A state-changing GET is for older clients; our own sends POST. */
const placesOf = (binding: Binding): Place[] => {
  const { transport } = binding.call;
  if (transport.via === 'command') return [{ path: '/poster.php', method: 'post', binding, spelling: 0 }];
  const own = methodOf(binding.call) === 'GET' ? 'get' : 'post';
  const methods: Method[] = transport.method === 'GET' && own === 'post' ? ['post', 'get'] : [own];
  return transport.paths.flatMap((path, spelling) =>
    methods.map((method) => ({ path: `/${path}`, method, binding, spelling })),
  );
};

const operationId = ({ path, method, binding, spelling }: Place, isShared: boolean) => {
  if (isShared) return [...path.slice(1).split('/'), method].join('.');
  const name = spelling === 0 ? binding.call.name : `${binding.call.name}.${spelling + 1}`;
  return method === methodOf(binding.call).toLowerCase() ? name : `${name}.${method}`;
};

const describeShared = (calls: readonly Call[]) =>
  calls.map((call) => `- \`${commandOf(call) ?? call.name}\`: ${describe(call)}`).join('\n');

const operation = (first: Place, places: readonly Place[]) => {
  const bindings = places.map(({ binding }) => binding);
  const calls = bindings.map(({ call }) => call);
  const isShared = calls.length > 1;
  const isOlder = calls.every((call) => methodOf(call).toLowerCase() !== first.method);
  const parameters = [
    ...(first.method === 'get' ? sharedParameters(calls) : []),
    ...headerParameters(bindings),
  ];
  return {
    operationId: operationId(first, isShared),
    summary: isShared ? `${calls.length} calls at one address` : callTitle(first.binding.call.name),
    description: isShared ? describeShared(calls) : describe(first.binding.call),
    tags: [...new Set(calls.map((call) => areaOfCall(call.name)))],
    'x-calls': calls.map((call) => call.name),
    ...(isOlder && { deprecated: true }),
    ...security(calls),
    ...(parameters.length > 0 && { parameters }),
    ...(first.method === 'post' && { requestBody: requestBody(calls) }),
    responses: responses(bindings),
  };
};

const header = (name: string, description: string, schema: Schema) => ({
  name,
  in: 'header',
  description,
  schema,
});

const components = (registry: Registry) => ({
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'homecare', description: 'The session over HTTP.' },
    secureSession: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-homecare',
      description: 'The session over HTTPS.',
    },
    key: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key of the agency, made by an admin for some of the calls. It needs no session and no X-Requested-With.',
    },
  },
  parameters: {
    requestedWith: header(
      'X-Requested-With',
      'Needed of a client that sends neither Sec-Fetch-Site, Origin nor a key.',
      { const: 'homecare' },
    ),
    idempotencyKey: header(
      'Idempotency-Key',
      'The same key within 24 hours gets the first answer again, and nothing is done twice.',
      { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
    ),
    ifNoneMatch: header('If-None-Match', 'The ETag of the last answer.', { type: 'string' }),
  },
  headers: {
    serverTime: { description: 'The time at the server.', schema: { type: 'string', format: 'date-time' } },
    tag: { description: 'Changes with the data of the answer.', schema: { type: 'string' } },
  },
  responses: {
    unchanged: {
      description: 'The data is as it was: If-None-Match named its ETag.',
      headers: { ETag: refTo('headers', 'tag'), 'X-Server-Time': refTo('headers', 'serverTime') },
    },
    refused: {
      description: REFUSED,
      content: { [JSON_TYPE]: { schema: refTo('schemas', 'refusal') } },
    },
  },
  schemas: {
    refusal: refusalSchema(GENERAL_REASONS),
    ...Object.fromEntries(
      registry.all.flatMap(({ call }) => [
        ...(methodOf(call) === 'POST' ? [[requestName(call), requestSchema(call)]] : []),
        ...(answersFile(call) ? [] : [[answerName(call), answerSchema(call)]]),
        ...(call.refusals
          ? [[refusalName(call), refusalSchema([...GENERAL_REASONS, ...call.refusals])]]
          : []),
      ]),
    ),
  },
});

const pathsOf = (registry: Registry) => {
  const places = Map.groupBy(registry.all.flatMap(placesOf), ({ path }) => path);
  const items = [...places].map(([path, here]) => {
    const methods = Map.groupBy(here, ({ method }) => method);
    return [
      path,
      Object.fromEntries(
        [...methods].flatMap(([method, [first, ...others]]) =>
          first ? [[method, operation(first, [first, ...others])]] : [],
        ),
      ),
    ];
  });
  return Object.fromEntries(items);
};

/** OpenAPI 3.1 of every declared call. The commands of poster.php share one address, so they are one operation. */
export const openApiDocument = (registry: Registry) => ({
  openapi: '3.1.0',
  info: {
    title: 'Home Care Dashboard',
    version: '1',
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: BASE }],
  security: SECURITY,
  paths: pathsOf(registry),
  components: components(registry),
});

const docsPage = (registry: Registry) => {
  const rows = registry.all.map(({ call }) => {
    const where =
      call.transport.via === 'command'
        ? `POST poster.php cmd=${call.transport.cmd}`
        : `${call.transport.method} ${call.transport.paths[0]}`;
    return `<tr><td>${escapeHtml(call.name)}</td><td><code>${escapeHtml(where)}</code></td><td>${escapeHtml(describe(call))}</td></tr>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Calls - Home Care Dashboard</title></head>
<body><main><h1>Calls</h1><p>Base path ${BASE}. Shapes: <a href="${BASE}/openapi.json">openapi.json</a>.</p>
<table><caption>Every declared call</caption><thead><tr><th scope="col">Name</th><th scope="col">Request</th><th scope="col">Who and how</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></main></body></html>`;
};

/** Serves openapi.json and docs from the declarations; built on first request. */
export const serveOpenApi = (app: FastifyInstance, registry: Registry) => {
  let json: string | undefined;
  let page: string | undefined;
  app.get(`${BASE}/openapi.json`, async (_, reply) => {
    json ??= JSON.stringify(openApiDocument(registry));
    return reply.type('application/json').send(json);
  });
  app.get(`${BASE}/docs`, async (_, reply) => {
    page ??= docsPage(registry);
    return reply.type('text/html; charset=utf-8').send(page);
  });
};
