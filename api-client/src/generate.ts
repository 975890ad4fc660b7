import { mkdir, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
// The generator builds its answer with the TypeScript of this workspace: 7 has no such interface.
import ts from 'typescript';
import { readDocument } from '#document';
import { validateDocument } from './validate.ts';

const TYPES = new URL('../dist/api.d.ts', import.meta.url);

/** A file is sent and received as it is. */
const fileType = ts.factory.createTypeReferenceNode('Blob');

const generateTypes = async (source: string) => {
  const nodes = await openapiTS(source, {
    transform: (schema) =>
      'contentMediaType' in schema && schema.contentMediaType === 'application/octet-stream'
        ? fileType
        : undefined,
  });
  await mkdir(new URL('.', TYPES), { recursive: true });
  await writeFile(TYPES, astToString(nodes));
};

const source = readDocument();
const problems = await validateDocument(source);
if (problems.length === 0) await generateTypes(source);
else console.log(`${problems.join('\n')}\n${problems.length} problems in the OpenAPI document`);
process.exitCode = problems.length === 0 ? 0 : 1;
