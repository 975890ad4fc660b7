import multipart from '@fastify/multipart';
import { type UploadLimits, uploadLimits } from '@homecare/domain/call.ts';
import { refuse } from '@homecare/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { discard } from '../files/store.ts';
import type { SettableSite } from '../site/site.ts';
import type { Sites } from '../site/sites.ts';
import { BASE } from './base-path.ts';
import type { Binding } from './bind.ts';
import { admit, answerPrepared, sendResult } from './dispatch.ts';
import { observeCall } from './observed.ts';
import { dropRest, receive } from './receive.ts';
import type { Registry } from './registry.ts';

/** Calls with a file. Multipart bodies are only accepted here, and none is read before the caller is admitted. */
export const serveUploads = async (app: FastifyInstance, registry: Registry, sites: Sites) => {
  await app.register(async (uploads) => {
    await uploads.register(multipart);
    for (const [path, [binding]] of registry.paths)
      if (binding && uploadLimits(binding.call))
        uploads.post(`${BASE}/${path}`, (request, reply) => answerUpload(sites, binding, request, reply));
  });
};

const answerUpload = async (
  sites: Sites,
  { call, prepare }: Binding,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const limits = uploadLimits(call);
  const site = await sites.ofRequest(request);
  if (!site || !limits) return sendResult(undefined, undefined, reply, refuse('unknownSite'));
  reply.raw.once('finish', () => dropRest(request));
  return observeCall(site, call, request, () => takeUpload(site, { call, prepare }, limits, request, reply));
};

const takeUpload = async (
  site: SettableSite,
  { call, prepare }: Binding,
  limits: UploadLimits,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const admitted = await admit(site, call, request);
  if (!admitted.ok) return sendResult(call, site, reply, admitted);
  if (!request.isMultipart())
    return sendResult(call, site, reply, refuse('unsupported', 'A file is sent as multipart/form-data.'));
  const received = await receive(request, site.files.incoming, limits);
  if (!received.ok) return sendResult(call, site, reply, received);
  const { fields, file } = received.data;
  try {
    const prepared = prepare(fields, file);
    if (!prepared.ok) return sendResult(call, site, reply, prepared);
    const raw = { fields, file: file && { name: file.name, sha256: file.sha256.toString('hex') } };
    const understood = { raw, prepared: prepared.value };
    return await answerPrepared(call, site, understood, admitted.data, request, reply);
  } finally {
    if (file) await discard(file);
  }
};
