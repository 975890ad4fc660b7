import createClient from 'openapi-fetch';
import type { paths } from '../dist/api.d.ts';

const FORM = 'application/x-www-form-urlencoded';
type Command = paths['/poster.php']['post']['requestBody']['content'][typeof FORM];
type Headers = Record<string, string>;

/** A form as the document describes it: a list stands in its field as JSON. */
const toForm = (body: Command) =>
  new URLSearchParams(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ).toString();

const toMultipart = (fields: Record<string, string | number | boolean | Blob | undefined>) => {
  const form = new FormData();
  // What a file belongs to comes before the file.
  const inOrder = Object.entries(fields).sort(
    ([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob),
  );
  for (const [name, value] of inOrder)
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value));
  return form;
};

/**
 * A client of the product that knows what openapi.json says and nothing else. With a key it sends that alone; without one it
 * keeps its session as a browser does.
 */
export const openClient = (origin: string, key?: string) => {
  const client = createClient<paths>({ baseUrl: `${origin}/homecare/api` });
  let cookie: string | undefined;
  client.use({
    onRequest: ({ request }) => {
      if (key !== undefined) return request.headers.set('Authorization', `Bearer ${key}`);
      request.headers.set('X-Requested-With', 'homecare');
      if (cookie !== undefined) request.headers.set('Cookie', cookie);
    },
    onResponse: ({ response }) => {
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) cookie = set.slice(0, set.indexOf(';'));
    },
  });
  return {
    get: client.GET,
    post: client.POST,
    command: (body: Command, headers: Headers = {}) =>
      client.POST('/poster.php', {
        body,
        bodySerializer: toForm,
        headers: { ...headers, 'Content-Type': FORM },
      }),
    toMultipart,
  };
};
