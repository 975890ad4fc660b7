import { beforeAll, describe, expect, it } from 'vitest';
import { readDocument } from '#document';
import { validateDocument } from './validate.ts';

interface Operation {
  operationId: string;
  security?: object[];
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}
interface Document {
  paths: Record<string, { get: Operation; post: Operation }>;
  components: { schemas: Record<string, { nullable?: boolean }> };
}

const FILES = '/modules/getUserFiles.php';
const UPLOAD = '/modules/uploadFile.php';
const PLANS = '/modules/getCarePlans.php';
const SHAPES = [
  'refusal',
  'files.getUserFiles.answer',
  'files.uploadFile.request',
  'files.uploadFile.answer',
  'carePlans.list.answer',
];

/** Three calls of the product: a reading one, a list, an upload. The whole document is validated by `npm run check`. */
let source: string;
beforeAll(() => {
  const document: Document = JSON.parse(readDocument());
  const only = <T>(all: Record<string, T>, names: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  document.paths = only(document.paths, [FILES, UPLOAD, PLANS]);
  document.components.schemas = only(document.components.schemas, SHAPES);
  source = JSON.stringify(document);
});

/** The same with one thing changed. */
const validateChanged = (change: (document: Document) => void) => {
  const document: Document = JSON.parse(source);
  change(document);
  return validateDocument(JSON.stringify(document));
};
const at = (document: Document, path: string) => {
  const item = document.paths[path];
  if (!item) throw new Error(`no path ${path}`);
  return item;
};
it('calls of the product are described in OpenAPI 3.1', async () => {
  expect(await validateChanged(() => {})).toEqual([]);
});

describe('the validator rejects', () => {
  it.each<[string, (document: Document) => void, RegExp]>([
    [
      'nullable of OpenAPI 3.0',
      (document) => {
        document.components.schemas.refusal = { nullable: true };
      },
      /nullable/,
    ],
    [
      'a GET with a body',
      (document) => {
        const { get } = at(document, FILES);
        get.requestBody = { content: { 'application/json': {} } };
      },
      /a GET has no body/,
    ],
    [
      'a path with a fragment',
      (document) => {
        document.paths[`${FILES}#all`] = { ...at(document, UPLOAD) };
      },
      /no fragment/,
    ],
    [
      'a path with a query',
      (document) => {
        document.paths[`${FILES}?all=1`] = { ...at(document, UPLOAD) };
      },
      /no query/,
    ],
    [
      'two operations of one name',
      (document) => {
        at(document, FILES).get.operationId = at(document, UPLOAD).post.operationId;
      },
      /unique `operationId`/,
    ],
    [
      'a parameter that stands nowhere',
      (document) => {
        at(document, FILES).get.parameters = [{ name: 'id', schema: { type: 'integer' } }];
      },
      /`in`/,
    ],
    [
      'a parameter of the path that is not described',
      (document) => {
        document.paths['/files/{id}'] = { ...at(document, FILES) };
        delete document.paths[FILES];
      },
      /path parameter `{id}`/,
    ],
    [
      'a reference that leads nowhere',
      (document) => {
        delete document.components.schemas['files.getUserFiles.answer'];
      },
      /Can't resolve \$ref/,
    ],
    [
      'a way to sign in that is not described',
      (document) => {
        at(document, FILES).get.security = [{ token: [] }];
      },
      /security scheme/,
    ],
    [
      'an operation without a refusal',
      (document) => {
        delete at(document, FILES).get.responses['4XX'];
      },
      /4XX/,
    ],
  ])('%s', async (_, change, problem) => {
    expect((await validateChanged(change)).join('\n')).toMatch(problem);
  });
});
