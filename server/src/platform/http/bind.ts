import type { Readable } from 'node:stream';
import type { Call } from '@homecare/domain/call.ts';
import {
  type DeclaredReason,
  type Done,
  done,
  type FieldError,
  type GeneralReason,
  type Reason,
  type Refusal,
  type Result,
  refuseFields,
} from '@homecare/domain/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { FamilyScope, Scope } from '../auth/scope.ts';
import type { Changed, RevisionKey } from '../db/changes.ts';
import type { IncomingFile } from '../files/store.ts';
import type { Site, SiteAsSet } from '../site/site.ts';

/** A file as answer. With a name, the browser saves it. */
export class FileAnswer {
  readonly type: string;
  /** A stream if it may exceed memory. */
  readonly body: Buffer | Readable;
  readonly name: string | undefined;
  /** For a list as a file. */
  readonly rows: number | undefined;
  /** For links that machines read repeatedly: the same tag means the same content. */
  readonly tag: string | undefined;
  constructor(
    type: string,
    body: Buffer | Readable,
    name?: string,
    more: { tag?: string; rows?: number } = {},
  ) {
    this.type = type;
    this.body = body;
    this.name = name;
    this.tag = more.tag;
    this.rows = more.rows;
  }
}

/** A document that the browser shows in its own window, sent while it is being made. The name contains only ids. */
export class PdfAnswer {
  readonly body: Readable;
  readonly name: string;
  constructor(body: Readable, name: string) {
    this.body = body;
    this.name = name;
  }
}

/** What an open call gets instead of a Scope. */
export interface Visit {
  readonly site: Site;
  /** The site with its settings, which are read once per request. */
  readonly asSet: () => Promise<SiteAsSet>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Circumstances = (scope: Scope) => Promise<string>;

/** A request whose input was parsed, ready to run for anyone who may call it. */
export interface Prepared {
  /** The parsed input. */
  readonly input: unknown;
  /** Revision counters of everything in the answer; while they are unchanged, 304 is answered without reading the list. */
  readonly revision?: readonly RevisionKey[];
  /** What else the answer depends on, such as the day; part of its tag. */
  readonly also?: Circumstances;
  /** The tag the caller has. */
  readonly since?: string;
  /** For a followed list: the current state of its changed rows, and the keys of those no longer in it; undefined if only the whole list can say. */
  readonly runChanged?: (scope: Scope, changed: Changed) => Promise<ChangedAnswer | undefined>;
  /** `visit` is the request itself, for the few calls that read or set a cookie. */
  readonly run: (caller: Scope | Visit, visit?: Visit) => Promise<Result<unknown, Reason>>;
}

/** The changed rows of a list, and the keys of those no longer in it. */
export type ChangedAnswer = (Done<unknown> & { readonly removed: readonly number[] }) | Refusal<Reason>;

/** A declared call with its use case. `prepare` is the only place that parses. */
export interface Binding {
  readonly call: Call;
  /** Its answer may have an ETag, and be 304 for a caller who has that. */
  readonly hasTag?: true;
  /** `file` is what came with a declared upload. */
  readonly prepare: (
    raw: unknown,
    file?: IncomingFile,
  ) => { ok: true; value: Prepared } | Refusal<'badInput'>;
}

/** A call's answer: its declared output, or a refusal for a declared or general reason. */
type Answer<O extends z.ZodType, D extends DeclaredReason> = Promise<
  Result<z.output<O> extends 'file' ? FileAnswer | PdfAnswer : z.output<O>, GeneralReason | NoInfer<D>>
>;

/** A use case of a declared call; input and answer follow the declaration. */
export type UseCase<C, Caller = Scope, More extends readonly unknown[] = []> =
  C extends Call<infer I, infer O, infer D>
    ? (caller: Caller, input: z.output<I>, ...more: More) => Answer<O, D>
    : never;
/** A use case that also reads or sets a cookie. */
export type UseCaseHere<C> = UseCase<C, Scope, [visit: Visit]>;
/** A use case for a client's family. */
export type UseCaseOfFamily<C> = UseCase<C, FamilyScope, [visit: Visit]>;
/** A use case without a session. */
export type UseCaseOpen<C> = UseCase<C, Visit>;

/** More than any form has fields, so that an answer does not grow with what was sent. */
const ERRORS_NAMED = 50;
const NAME_SHOWN = 100;

const fieldErrors = (error: z.ZodError): readonly [FieldError, ...FieldError[]] => {
  const errors = error.issues.slice(0, ERRORS_NAMED).flatMap((issue): FieldError[] => {
    const path = issue.path.filter(
      (part) => part !== 'data' && part !== 'filters' && typeof part !== 'number',
    );
    if (issue.code === 'unrecognized_keys')
      return issue.keys
        .slice(0, ERRORS_NAMED)
        .map((key) => key.slice(0, NAME_SHOWN))
        .map((key) => ({ field: key, message: `${key} is not a field of this call.` }));
    const field = path.join('.').slice(0, NAME_SHOWN);
    return [
      { field, message: field && issue.code !== 'custom' ? `${field}: ${issue.message}` : issue.message },
    ];
  });
  const [first = { field: '', message: 'The input is not understood.' }, ...others] = errors;
  return [first, ...others.slice(0, ERRORS_NAMED - 1)];
};

const parse = <I extends z.ZodType>(
  call: Call<I>,
  raw: unknown,
  ready: (input: z.output<I>) => Omit<Prepared, 'input'>,
): ReturnType<Binding['prepare']> => {
  const parsed = call.input.safeParse(raw);
  if (!parsed.success) return refuseFields(fieldErrors(parsed.error));
  return { ok: true, value: { ...ready(parsed.data), input: parsed.data } };
};

const isVisit = (caller: Scope | Visit): caller is Visit => 'reply' in caller;

const scoped = <T>(caller: Scope | Visit, run: (scope: Scope) => T): T => {
  if (isVisit(caller)) throw new Error('a call that needs a session was run without one');
  if (caller.isOfFamily()) throw new Error('a call of an account was run for a family');
  return run(caller);
};

export const bind = <I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason>(
  call: Call<I, O, D>,
  service: (scope: Scope, input: z.output<I>) => Answer<O, D>,
): Binding => ({
  call,
  prepare: (raw) =>
    parse(call, raw, (input) => ({ run: (caller) => scoped(caller, (scope) => service(scope, input)) })),
});

/** Binds a call with a session that also reads or sets a cookie. */
export const bindHere = <I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason>(
  call: Call<I, O, D>,
  service: (scope: Scope, input: z.output<I>, visit: Visit) => Answer<O, D>,
): Binding => ({
  call,
  prepare: (raw) =>
    parse(call, raw, (input) => ({
      run: (caller, visit) => {
        if (!visit) throw new Error('a call that sets a cookie was run without its request');
        return scoped(caller, (scope) => service(scope, input, visit));
      },
    })),
});

/** Binds a call of a client's family, which can only reach its own client's data. */
export const bindFamily = <I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason>(
  call: Call<I, O, D>,
  service: (scope: FamilyScope, input: z.output<I>, visit: Visit) => Answer<O, D>,
): Binding => ({
  call,
  prepare: (raw) =>
    parse(call, raw, (input) => ({
      run: (caller, visit) => {
        if (!visit || isVisit(caller) || !caller.isOfFamily())
          throw new Error('a call of a family was run without one');
        return service(caller, input, visit);
      },
    })),
});

/** Binds a call with a file. The service puts the file into the store; otherwise it is deleted. */
export const bindUpload = <I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason>(
  call: Call<I, O, D>,
  service: (scope: Scope, input: z.output<I>, file: IncomingFile | undefined) => Answer<O, D>,
): Binding => ({
  call,
  prepare: (raw, file) =>
    parse(call, raw, (input) => ({
      run: (caller) => scoped(caller, (scope) => service(scope, input, file)),
    })),
});

interface List<I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason> {
  readonly revision: (input: z.output<I>) => readonly RevisionKey[] | undefined;
  readonly also?: Circumstances;
  /** With `changed`, loads only the affected rows, for a followed list. */
  readonly load: (
    scope: Scope,
    input: z.output<I>,
    changed?: Changed,
  ) => Promise<Result<z.output<O>, GeneralReason | NoInfer<D>>>;
  /** The kind of revision whose row keys are the keys of this list. */
  readonly rowsOf?: string;
  /** For a list whose rows have other keys than a single kind of revision; undefined if only the whole list can say. */
  readonly loadChanged?: (
    scope: Scope,
    input: z.output<I>,
    changed: Changed,
  ) => Promise<Result<Touched<z.output<O>>, GeneralReason | NoInfer<D>> | undefined>;
}

/** The affected part of a list: its present rows, and the keys of all that may have been affected. */
export interface Touched<Rows> {
  readonly rows: Rows;
  readonly keys: readonly number[];
}

const sinceOf = (input: unknown) =>
  typeof input === 'object' && input !== null && 'since' in input && typeof input.since === 'string'
    ? input.since
    : undefined;

const changedLoader = <I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason>({
  load,
  loadChanged,
  rowsOf,
}: List<I, O, D>): List<I, O, D>['loadChanged'] =>
  loadChanged ??
  (rowsOf === undefined
    ? undefined
    : async (scope, input, changed) => {
        const found = await load(scope, input, changed);
        return found.ok ? done({ rows: found.data, keys: changed.get(rowsOf) ?? [] }) : found;
      });

/** Binds a list whose answer has an ETag of its data's revision. */
export const bindList = <I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason>(
  call: Call<I, O, D>,
  list: List<I, O, D>,
): Binding => {
  const { followed } = call;
  const loadChanged = changedLoader(list);
  const runChanged =
    followed &&
    loadChanged &&
    ((input: z.output<I>) =>
      async (scope: Scope, changed: Changed): Promise<ChangedAnswer | undefined> => {
        const found = await loadChanged(scope, input, changed);
        if (!found?.ok) return found;
        const { rows, keys } = found.data;
        const present = new Set(followed.keysOf(rows));
        return { ...done(rows), removed: keys.filter((key) => !present.has(key)) };
      });
  return {
    call,
    hasTag: true,
    prepare: (raw) =>
      parse(call, raw, (input) => {
        const revision = list.revision(input);
        const since = sinceOf(input);
        return {
          ...(revision && { revision }),
          ...(list.also && { also: list.also }),
          ...(since !== undefined && { since }),
          ...(runChanged && { runChanged: runChanged(input) }),
          run: (caller) => scoped(caller, (scope) => list.load(scope, input)),
        };
      }),
  };
};

/** Binds a call without a session, declared with `open('reason')`. */
export const bindOpen = <I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason>(
  call: Call<I, O, D>,
  service: (visit: Visit, input: z.output<I>) => Answer<O, D>,
): Binding => ({
  call,
  prepare: (raw) =>
    parse(call, raw, (input) => ({
      run: (caller) => {
        if (!isVisit(caller)) throw new Error('an open call was run with a session');
        return service(caller, input);
      },
    })),
});
