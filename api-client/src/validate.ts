import { createConfig, lintFromString } from '@redocly/openapi-core';
import { z } from 'zod';

const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) });

/** What the validator lets pass, though no client can send it. */
const unsendable = (document: unknown): string[] => {
  const parsed = Paths.safeParse(document);
  if (!parsed.success) return [];
  return Object.entries(parsed.data.paths).flatMap(([path, methods]) => [
    ...(/[#?]/.test(path) ? [`#/paths/${path}: a path has no query and no fragment`] : []),
    ...(methods.get && 'requestBody' in methods.get ? [`#/paths/${path}/get: a GET has no body`] : []),
  ]);
};

/** Every breach of OpenAPI 3.1 in the text of a document, as one line with its place. Warnings count. */
export const validateDocument = async (source: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const lines = found.map(
    ({ ruleId, message, location }) => `${location[0]?.pointer}: ${message} (${ruleId})`,
  );
  return [...lines, ...unsendable(JSON.parse(source))];
};
