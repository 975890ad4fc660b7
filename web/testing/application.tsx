import { fieldOf, LIST_FIELDS, PERSON_FIELDS, type PersonField } from '@homecare/domain/people/dictionary.ts';
import { Person, PersonRow } from '@homecare/domain/people/schema.ts';
import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { forgetKept } from '../src/platform/kept.ts';
import { forgetSite } from '../src/platform/own-site.ts';
import type { PageState } from '../src/platform/page-state.ts';
import { queryClient } from '../src/platform/query.ts';
import { forgetAnswers } from '../src/platform/send.ts';
import { forgetSession, keepSession } from '../src/platform/session.ts';

/** For tests: the pages of this feature in a router of their own, with people to show. */
const emptyOf = (names: readonly PersonField[]) =>
  Object.fromEntries(names.map((name) => [name, fieldOf(name).kind === 'bool' ? false : null]));
const common = { Cur: 'y', Month: null, Day: null, Year: null, hasNote: false, rev: 0 };

export const rowOf = (ID: number, values: Partial<PersonRow>): PersonRow =>
  PersonRow.parse({
    ...emptyOf(LIST_FIELDS),
    ...common,
    ID,
    'Provider or Client': ID % 2 ? 'Provider' : 'Client',
    LastName: `Person${String(ID).padStart(5, '0')}`,
    FirstName: 'Ana',
    ...values,
  });

export const recordOf = (ID: number, values: Partial<Person>): Person =>
  Person.parse({
    ...emptyOf(PERSON_FIELDS),
    ...common,
    ID,
    'Provider or Client': 'Provider',
    history: [],
    ...values,
  });

export const CAPABILITIES = {
  premium: true,
  smsEnabled: true,
  emailEnabled: true,
  eligibility: true,
  sandataEnabled: true,
  billing: true,
  maxClients: 0,
  version: 2,
  langGroup: [],
  carePlanPass: false,
  temporaryEnabled: true,
  archiveOnSaveEnabled: true,
  state: 'CO',
  ...SWITCH_DEFAULTS,
  ownClientsOnly: false,
  correctsOwnRecords: false,
  startOnToday: false,
  timeZone: 'America/Denver',
  officePhone: '(303) 555-0110',
  rehearsal: false,
  payerRehearsal: false,
};

export interface Asked {
  readonly path: string;
  /** Command of poster.php. */
  readonly cmd: string | null;
  /** Its field/value list. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What any other call sends. */
  readonly input: unknown;
}
export interface Answer {
  readonly status?: number;
  readonly data?: unknown;
  readonly reason?: string;
  readonly Info?: string;
  readonly errors?: readonly { field: string; message: string }[];
}

const askedOf = (url: string, init: RequestInit | undefined): Asked => {
  const sent = typeof init?.body === 'string' ? init.body : '';
  const isJson = sent.startsWith('{');
  const form = new URLSearchParams(isJson ? '' : sent);
  const pairs: { field: string; value: unknown }[] = JSON.parse(form.get('data') ?? '[]');
  return {
    path: url,
    cmd: form.get('cmd'),
    data: Object.fromEntries(pairs.map(({ field, value }) => [field, value])),
    input: isJson ? JSON.parse(sent) : undefined,
  };
};

/** Nobody was merged, and the People list comes whole at once. */
const UNLESS_SAID: Readonly<Record<string, Answer>> = {
  'people/list-merges': { data: [] },
  'people/list-first': { status: 404 },
};

/** The network alone is replaced. */
export const answerWith = (answer: (asked: Asked) => Answer) =>
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const asked = askedOf(url, init);
    const { status = 200, ...rest } = UNLESS_SAID[asked.path.replace(/^.*\/api\//, '')] ?? answer(asked);
    const body = { result: status === 200 ? 'OK' : 'ERROR', code: status, ...rest };
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });

export const signInAs = (role: 'admin' | 'user' | 'provider' | 'evv', uid = 1) =>
  keepSession(
    {
      uid,
      current_id: uid,
      full_name: 'Marisol Reyes',
      role,
      evv_id: null,
      reset_password: 0,
      first_page: 'people',
    },
    role,
    'demo',
  );

/** Wide enough for tables. */
export const onDesk = () => vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1140);

/** As narrow as a phone: lists, and sheets for what is in bars. */
export const onPhone = () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('max-width'),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
};

/** A window that can be made narrower and wider. */
export const onWindow = () => {
  const size = { isPhone: false };
  const asked: EventTarget[] = [];
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => (size.isPhone ? 390 : 1140));
  const matches = (media: string) => media.includes('max-width') === size.isPhone;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
    const query = Object.assign(new EventTarget(), {
      media,
      matches: matches(media),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
    asked.push(query);
    return query;
  });
  return (isPhone: boolean) => {
    size.isPhone = isPhone;
    for (const query of asked)
      if ('media' in query && typeof query.media === 'string')
        query.dispatchEvent(Object.assign(new Event('change'), { matches: matches(query.media) }));
  };
};

export const openPages = async (
  pages: Readonly<Record<string, () => ReactNode>>,
  at: string,
  page: PageState = {},
  /** Pages that take a moment to load. */
  loading: Readonly<Record<string, () => Promise<void>>> = {},
) => {
  const root = createRootRoute();
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      ...(loading[path] && { loader: loading[path] }),
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.navigate({ to: at, state: { page } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
};

export const closePages = () => {
  cleanup();
  queryClient.clear();
  forgetAnswers();
  forgetKept();
  forgetSession();
  forgetSite();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
};
