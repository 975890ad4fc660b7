import { type Call, uploadLimits } from '@homecare/domain/call.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BASE } from './base-path.ts';
import { escapeHtml } from './plain-page.ts';
import type { Registry } from './registry.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' });

const describe = (call: Call) => {
  const who = 'open' in call.roles ? `No session: ${call.roles.open}.` : `Roles: ${call.roles.join(', ')}.`;
  const needs = call.needs.length > 0 ? ` Switches: ${call.needs.join(', ')}.` : '';
  return `${who}${needs} Effect: ${call.effect}.`;
};

const envelope = (call: Call) => ({
  description: 'The answer envelope',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['result', 'code'],
        properties: {
          result: { enum: ['OK', 'ERROR'] },
          code: call.queues ? { const: '' } : { type: 'integer' },
          Info: { type: 'string' },
          data: schemaOf(call.output, 'output'),
          ...(call.creates && { insert_id: { type: 'integer' } }),
        },
      },
    },
  },
});

/** The fields of a body; an upload has its file beside them. */
const body = (call: Call) => {
  const schema = schemaOf(call.input, 'input');
  if (!uploadLimits(call)) return schema;
  const { properties, required, ...rest } = schema;
  return {
    ...rest,
    properties: { ...properties, file: { type: 'string', format: 'binary' } },
    required: [...(required ?? []), 'file'],
  };
};

const operation = (call: Call, type: string) => ({
  operationId: call.name,
  tags: [call.name.split('.')[0]],
  description: describe(call),
  requestBody: { content: { [type]: { schema: body(call) } } },
  responses: {
    200: envelope(call),
    default: { description: 'result ERROR with Info; code equals the status' },
  },
});

/** OpenAPI 3.1 of every declared call. Commands of poster.php stand apart as poster.php#cmd, since they share one path. */
export const openApiDocument = (registry: Registry) => {
  const paths: Record<string, unknown> = {};
  for (const { call } of registry.all) {
    if (call.transport.via === 'command') {
      paths[`${BASE}/poster.php#${call.transport.cmd}`] = {
        post: operation(call, 'application/x-www-form-urlencoded'),
      };
    } else {
      // Calls that share a path (info.php, documents that are kept) stand apart too.
      for (const path of call.transport.paths)
        paths[`${BASE}/${path}` in paths ? `${BASE}/${path}#${call.name}` : `${BASE}/${path}`] = {
          [call.transport.method.toLowerCase()]: operation(
            call,
            uploadLimits(call) ? 'multipart/form-data' : 'application/json',
          ),
        };
    }
  }
  return { openapi: '3.1.0', info: { title: 'Home Care Dashboard', version: '1' }, paths };
};

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

/** openapi.json and docs: made once, from the declarations alone. */
export const serveOpenApi = (app: FastifyInstance, registry: Registry) => {
  const json = JSON.stringify(openApiDocument(registry));
  const page = docsPage(registry);
  app.get(`${BASE}/openapi.json`, async (_, reply) => reply.type('application/json').send(json));
  app.get(`${BASE}/docs`, async (_, reply) => reply.type('text/html; charset=utf-8').send(page));
};
