import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { uploadLimits } from '@homecare/domain/call.ts';
import { done, type GeneralReason, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AccessLogFull } from '../access-log/journal.ts';
import { TooManyWaiting } from '../auth/fair-queue.ts';
import { isConnectionLost, isOverloaded } from '../db/pool.ts';
import type { Log } from '../log/log.ts';
import { type Measures, serveMetrics } from '../metrics/metrics.ts';
import { type Sites, SiteUnavailable } from '../site/sites.ts';
import { BASE } from './base-path.ts';
import type { Binding } from './bind.ts';
import { type Decoded, decodeFields, decodeFilters, decodeForm, decodeJson } from './decode.ts';
import { type Asked, answerCall, hasSession, sendResult, type Understood } from './dispatch.ts';
import { serveLinks } from './links.ts';
import { newRequestIds, observeRequests } from './observed.ts';
import { serveOpenApi } from './openapi.ts';
import { dropRest } from './receive.ts';
import { bindingFor, type Registry } from './registry.ts';
import { securityHeaders } from './security-headers.ts';
import { type ChosenLimits, shed, trafficLimits } from './shed.ts';
import { serveUploads } from './uploads.ts';
import { serveWeb } from './web.ts';

const BODY_LIMIT = 2 * 1024 * 1024;
/** The largest body read without a session: a login, or a report of the text provider. */
const OPEN_BODY_LIMIT = 64 * 1024;
/** For a JSON body, whose `data` may be a list of objects. */
const BODY_DEPTH = 8;

export interface ServerOptions {
  readonly sites: Sites;
  readonly registry: Registry;
  readonly log: Log;
  readonly trustedProxies: readonly string[];
  /** Whether the directory of sites answers; without one it always does. */
  readonly isReady?: () => Promise<void>;
  readonly limits?: ChosenLimits | undefined;
  /** What features measure for /metrics. */
  readonly measures?: Measures;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  /** Folder of the built web app; without it only calls are served. */
  readonly webRoot?: string;
}

export const buildServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const { sites, registry, log } = options;
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    exposeHeadRoutes: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    genReqId: newRequestIds(),
    requestTimeout: 300_000,
    ...(options.tls && { https: { ...options.tls, minVersion: 'TLSv1.2' } }),
    http: { headersTimeout: 15_000 },
    routerOptions: { ignoreTrailingSlash: true, querystringParser },
    forceCloseConnections: 'idle',
    // Requests sent before the end are answered as usual, and the connection closes with the answer.
    return503OnClosing: false,
  });
  const headers = Object.entries(
    securityHeaders(options.tls !== undefined || options.trustedProxies.length > 0),
  );
  app.addHook('onSend', (_request, reply, payload, next) => {
    // A file has its own policy.
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
    next(null, payload);
  });
  await app.register(cookie);
  // Bodies stay text until the caller is admitted; our own decoder limits and reads them.
  await app.register(formbody, { bodyLimit: BODY_LIMIT, parser: (text) => ({ formText: text }) });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
    done(null, { jsonText: text }),
  );
  // Lists are large and generated each time, and higher levels cost more than they save.
  await app.register(compress, {
    threshold: 1024,
    // No legitimate request unpacks to a hundred times its size.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  const isPoll = pollsOf(registry);
  shed(app, trafficLimits(options.limits), options.trustedProxies, {
    agency: (request) => sites.nameOf(request),
    isPoll: ({ method, routeOptions }) => method === 'GET' && isPoll.has(routeOptions.url ?? ''),
  });
  askBeforeLargeBodies(app, sites);
  observeRequests(app, log);
  serveMetrics(app, sites, options.measures);
  app.setErrorHandler((error: unknown, request, reply) => {
    const name = sites.nameOf(request);
    return sendError(error, request, reply, name === '' ? log : log.ofSite(name));
  });
  app.setNotFoundHandler(async (_request, reply) =>
    sendResult(undefined, undefined, reply, refuse('notFound', 'There is nothing at this address.')),
  );

  const polls = new Polls();
  const handle = (choose: Choose) => async (request: FastifyRequest, reply: FastifyReply) => {
    const site = await sites.ofRequest(request);
    if (!site) return sendResult(undefined, undefined, reply, refuse('unknownSite'));
    const kept = request.method === 'GET' ? polls.get(request.url) : undefined;
    if (kept) return answerCall(site, kept, request, reply);
    const chosen = choose(request);
    if (!chosen.ok) return sendResult(undefined, site, reply, chosen);
    const keep = (understood: Understood) => polls.keep(request, chosen.data, understood);
    return answerCall(site, { ...chosen.data, keep }, request, reply);
  };

  app.post(`${BASE}/poster.php`, handle(chooseCommand(registry)));
  await serveUploads(app, registry, sites);
  for (const [path, bindings] of registry.paths) {
    if (bindings.some(({ call }) => uploadLimits(call))) continue;
    const gets = bindings.some(
      ({ call }) => call.transport.via === 'path' && call.transport.method === 'GET',
    );
    app.route({
      method: gets ? ['GET', 'POST'] : ['POST'],
      url: `${BASE}/${path}`,
      handler: handle(chooseOf(bindings)),
    });
  }
  serveHealth(app, options.isReady ?? (async () => undefined));
  serveOpenApi(app, registry);
  serveLinks(app, sites, registry.links);
  if (options.webRoot) await serveWeb(app, options.webRoot, sites);
  return app;
};

/** Addresses used only by polls. */
const pollsOf = ({ paths }: Registry): ReadonlySet<string> =>
  new Set(
    [...paths].flatMap(([path, bindings]) =>
      bindings.every(({ call }) => call.effect === 'poll') ? [`${BASE}/${path}`] : [],
    ),
  );

const POLLS_KEPT = 500;
const POLL_LENGTH = 300;
const LONGEST_TAG = 200;

/** Every open page polls the same few addresses all day, so what an address means is parsed once. */
class Polls {
  readonly #kept = new Map<string, Kept>();

  get(url: string): Asked | undefined {
    const { address, since } = partsOf(url);
    const kept = this.#kept.get(address);
    if (!kept || since === undefined) return kept;
    const { raw, prepared } = kept.understood;
    // A tag that nobody can have been given: it is ignored here.
    if (since.length > LONGEST_TAG) return undefined;
    return { ...kept, understood: { raw, prepared: { ...prepared, since } } };
  }

  keep(request: FastifyRequest, chosen: Chosen, { raw, prepared }: Understood) {
    if (request.method !== 'GET' || chosen.binding.call.effect !== 'poll') return;
    const { address } = partsOf(request.url);
    if (address.length > POLL_LENGTH) return;
    const { since: _, ...whole } = prepared;
    if (this.#kept.size >= POLLS_KEPT) this.#kept.clear();
    this.#kept.set(address, { ...chosen, understood: { raw, prepared: whole } });
  }
}

type Kept = Asked & { readonly understood: Understood };

/** The list's address and the caller's tag, which our own client appends last. */
const partsOf = (url: string): { readonly address: string; readonly since?: string } => {
  const [, address, since] = /^(.+)[?&]since=([\w%.-]+)$/.exec(url) ?? [];
  return address === undefined || since === undefined
    ? { address: url }
    : { address, since: new URLSearchParams(`since=${since}`).get('since') ?? '' };
};

type Chosen = Pick<Asked, 'binding' | 'read'>;
/** Chooses the call of a request. Its input is read later, once the caller is admitted. */
type Choose = (request: FastifyRequest) => Result<Chosen>;

const chooseCommand =
  (registry: Registry): Choose =>
  (request) => {
    const fields = readFields(request);
    if (!fields.ok) return refuseFields(fields.errors);
    const { cmd } = fields.value;
    const binding = typeof cmd === 'string' ? registry.commands.get(cmd) : undefined;
    if (!binding) return refuse('badInput', 'This command is not known.');
    return done({ binding, read: () => commandInput(binding, fields.value) });
  };

const chooseOf =
  (bindings: readonly Binding[]): Choose =>
  (request) => {
    const [only] = bindings;
    if (only && bindings.length === 1) return done({ binding: only, read: () => readFields(request) });
    const fields = readFields(request);
    if (!fields.ok) return refuseFields(fields.errors);
    const binding = bindingFor(bindings, fields.value, request.method);
    return binding ? done({ binding, read: () => fields }) : refuse('badInput', 'This command is not known.');
  };

/** A body larger than a login needs is only read with a session; uploads check that themselves. */
const askBeforeLargeBodies = (app: FastifyInstance, sites: Sites) => {
  app.addHook('preParsing', async (request, reply) => {
    const { headers } = request;
    const isLarge =
      Number(headers['content-length'] ?? 0) > OPEN_BODY_LIMIT || headers['transfer-encoding'] !== undefined;
    if (!isLarge || headers['content-type']?.startsWith('multipart/')) return undefined;
    const site = await sites.ofRequest(request);
    if (site && (await hasSession(site, request))) return undefined;
    reply.raw.once('finish', () => dropRest(request));
    return sendResult(undefined, site, reply, refuse(site ? 'notSignedIn' : 'unknownSite'));
  });
};

/** Kept as text so that our own decoder sees repeated names. */
const querystringParser = (text: string) => ({ formText: text });

const isFormText = (value: unknown): value is { formText: string } =>
  typeof value === 'object' && value !== null && 'formText' in value && typeof value.formText === 'string';
const isJsonText = (value: unknown): value is { jsonText: string } =>
  typeof value === 'object' && value !== null && 'jsonText' in value && typeof value.jsonText === 'string';

/** The fields of a request: a form, a JSON object, or the query if there is no body. */
const readFields = ({ body, query }: FastifyRequest): Decoded<Record<string, unknown>> => {
  if (isFormText(body)) return decodeForm(body.formText);
  if (!isJsonText(body)) return decodeForm(isFormText(query) ? query.formText : '');
  const json = decodeJson(body.jsonText, '', BODY_DEPTH);
  if (!json.ok) return json;
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return { ok: false, errors: [{ field: '', message: 'The body is a list of named fields.' }] } as const;
  return { ok: true, value: { ...json.value } };
};

const FORM_FIELDS = new Set(['cmd', 'id', 'customId', 'since', 'data']);

/** For poster.php: cmd, id, customId and data become the call's input. */
const commandInput = (binding: Binding, fields: Record<string, unknown>): Decoded<unknown> => {
  const unknown = Object.keys(fields).find((name) => !FORM_FIELDS.has(name));
  if (unknown !== undefined)
    return {
      ok: false,
      errors: [{ field: unknown, message: `${unknown} is not a field of this call.` }],
    } as const;
  const text =
    fields.data === undefined || typeof fields.data === 'string' ? fields.data : JSON.stringify(fields.data);
  const named = {
    ...(fields.id !== undefined && fields.id !== '' && { id: fields.id }),
    ...(fields.customId !== undefined && fields.customId !== '' && { customId: fields.customId }),
    ...(fields.since !== undefined && fields.since !== '' && { since: fields.since }),
  };
  const { input } = binding.call;
  if (input instanceof z.ZodObject && 'filters' in input.shape) {
    const filters = decodeFilters(text);
    return filters.ok ? ({ ok: true, value: { ...named, filters: filters.value } } as const) : filters;
  }
  const data = decodeFields(text);
  return data.ok ? ({ ok: true, value: { ...named, data: data.value } } as const) : data;
};

const reasonOfStatus = (status: number): GeneralReason =>
  status === 413
    ? 'tooLarge'
    : status === 415
      ? 'unsupported'
      : status === 429
        ? 'tooMany'
        : status === 404
          ? 'notFound'
          : 'badInput';

const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log) => {
  if (error instanceof TooManyWaiting) return sendResult(undefined, undefined, reply, refuse('tooMany'));
  if (error instanceof SiteUnavailable || error instanceof AccessLogFull)
    return sendResult(undefined, undefined, reply, refuse('unavailable'));
  if (isConnectionLost(error) || isOverloaded(error)) {
    log.warn(`the database could not answer (request ${request.id})`);
    return sendResult(undefined, undefined, reply, refuse('unavailable'));
  }
  // The browser left while its answer was being sent, which is no error of ours.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    return sendResult(undefined, undefined, reply, refuse('unavailable'));
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
      ? error.statusCode
      : 500;
  if (status < 500) return sendResult(undefined, undefined, reply, refuse(reasonOfStatus(status)));
  log.error(request.id, error);
  return sendResult(
    undefined,
    undefined,
    reply,
    refuse('failed', `Something went wrong. Nothing was changed. Reference: ${request.id}`),
  );
};

/**
 * /healthz: the process is alive. /readyz: it can find the sites and has not been told to end. A site whose database is unavailable
 * answers 503 itself.
 */
const serveHealth = (app: FastifyInstance, isReady: () => Promise<void>) => {
  app.get('/healthz', async (_, reply) => reply.send('ok'));
  app.get('/readyz', async (_, reply) => {
    try {
      await isReady();
      return reply.send('ready');
    } catch {
      return reply.code(503).header('retry-after', '1').send('not ready');
    }
  });
};
