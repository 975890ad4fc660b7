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

/** A file as answer; the name, if any, makes the browser save it. */
export class FileAnswer {
  readonly type: string;
  /** A stream where it may be longer than memory. */
  readonly body: Buffer | Readable;
  readonly name: string | undefined;
  /** Of a list as a file. */
  readonly rows: number | undefined;
  /** Of a link that machines read again and again: the same tag, the same content. */
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

/** A document that the browser shows in a window of its own, sent while it is drawn. The name holds ids only. */
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
  /** With its settings, which are read once for the request. */
  readonly asSet: () => Promise<SiteAsSet>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Circumstances = (scope: Scope) => Promise<string>;

/** A request whose input was parsed: ready to run for anyone who may. */
export interface Prepared {
  /** What was understood of the request. */
  readonly input: unknown;
  /** Revision counters of everything the answer is made of; unchanged ones answer 304 without reading the list. */
  readonly revision?: readonly RevisionKey[];
  /** What the answer depends on besides data, e.g. the day: part of its tag. */
  readonly also?: Circumstances;
  /** The tag that the caller holds. */
  readonly since?: string;
  /**
   * Of a followed list: its rows as they are now, of those that changed, and the keys of those that are no longer in it;
   * undefined: only the whole list says.
   */
  readonly runChanged?: (scope: Scope, changed: Changed) => Promise<ChangedAnswer | undefined>;
  /** `visit`: the request itself, for the few calls that read or set a cookie. */
  readonly run: (caller: Scope | Visit, visit?: Visit) => Promise<Result<unknown, Reason>>;
}

/** Rows of a list that changed, and the keys of those that are no longer in it. */
export type ChangedAnswer = (Done<unknown> & { readonly removed: readonly number[] }) | Refusal<Reason>;

/** A declared call together with the use case that answers it. Parsing happens once, in `prepare`. */
export interface Binding {
  readonly call: Call;
  /** Its answer may carry an ETag, and be 304 to anyone who has that already. */
  readonly hasTag?: true;
  /** `file`: what came with a declared upload. */
  readonly prepare: (
    raw: unknown,
    file?: IncomingFile,
  ) => { ok: true; value: Prepared } | Refusal<'badInput'>;
}

/** What a call answers: its declared shape, or a refusal for a reason that it declares or that any call may give. */
type Answer<O extends z.ZodType, D extends DeclaredReason> = Promise<
  Result<z.output<O> extends 'file' ? FileAnswer | PdfAnswer : z.output<O>, GeneralReason | NoInfer<D>>
>;

/** What serves a declared call: its input and its answer are those of the declaration. */
export type UseCase<C, Caller = Scope, More extends readonly unknown[] = []> =
  C extends Call<infer I, infer O, infer D>
    ? (caller: Caller, input: z.output<I>, ...more: More) => Answer<O, D>
    : never;
/** One that also reads or sets a cookie. */
export type UseCaseHere<C> = UseCase<C, Scope, [visit: Visit]>;
/** One of a client's family. */
export type UseCaseOfFamily<C> = UseCase<C, FamilyScope, [visit: Visit]>;
/** One that needs no session. */
export type UseCaseOpen<C> = UseCase<C, Visit>;

/** No form has more fields; an answer does not grow with what was sent. */
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

/** A call of a session that also reads or sets a cookie of its own. */
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

/** A call of one of a client's family: it can ask for nothing but what is of their client. */
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

/** A call with a file. The service puts it into the store; whatever it leaves lying is thrown away. */
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
  /** With `changed`: only those of its rows that these changes touch. A followed list takes them. */
  readonly load: (
    scope: Scope,
    input: z.output<I>,
    changed?: Changed,
  ) => Promise<Result<z.output<O>, GeneralReason | NoInfer<D>>>;
  /** The kind of revision whose changed rows have the keys of this list. */
  readonly rowsOf?: string;
  /** Of a list whose rows have other keys than those of one kind of revision; undefined: only the whole list says. */
  readonly loadChanged?: (
    scope: Scope,
    input: z.output<I>,
    changed: Changed,
  ) => Promise<Result<Touched<z.output<O>>, GeneralReason | NoInfer<D>> | undefined>;
}

/** What changes touch of a list: the rows as they are now, and the keys of all that may have been touched. */
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

/** A list whose answer carries an ETag of its data's revision. */
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

/** A call that needs no session; declared with `open('reason')`. */
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
