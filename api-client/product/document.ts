import { buildRegistry } from '../../server/src/app.ts';
import { openApiDocument } from '../../server/src/platform/http/openapi.ts';
import { unservedMachine } from '../../server/src/platform/site/machine.ts';
import { Sites } from '../../server/src/platform/site/sites.ts';
import type { readDocument as declared } from '../src/document.d.ts';

// It depends on the declared calls alone, so no server is needed.
export const readDocument: typeof declared = () =>
  JSON.stringify(openApiDocument(buildRegistry(new Sites([], { pickerHosts: [] }), unservedMachine('.'))));
