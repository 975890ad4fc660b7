import { z } from 'zod';
import type { DeclaredReason, GeneralReason, Result } from './errors.ts';
import type { Followed } from './followed.ts';

/** Each call is declared once with these types. Routes, the browser client and the OpenAPI page are derived from the declaration. */
export const ROLES = ['admin', 'user', 'provider', 'evv'] as const;
export type Role = (typeof ROLES)[number];

/** Common groups of roles, for pages and for menu items without a call. Everything else follows the roles of its call. */
export const ADMIN: readonly Role[] = ['admin'];
export const OFFICE: readonly Role[] = ['admin', 'user'];
export const STAFF: readonly Role[] = ['admin', 'user', 'provider'];
export const CAREGIVER: readonly Role[] = ['evv'];
export const isOffice = (role: string | undefined) => OFFICE.some((one) => one === role);

/** Capabilities of a site that can disable a call (docs/rules/sites.md, rule 3). `version2` means site version 2 or later. */
export const SWITCHES = [
  'premium',
  'smsEnabled',
  'emailEnabled',
  'sandataEnabled',
  'eligibility',
  'billing',
  'version2',
] as const;
export type Switch = (typeof SWITCHES)[number];

/** 'read' changes nothing, 'write' requires the same origin, and 'poll' is a read that does not keep a session alive. */
export type Effect = 'read' | 'write' | 'poll';

/** Declares that a call needs no session, and why. There is no other way to open a call. */
export interface Open {
  readonly open: string;
}
export const open = (reason: string): Open => ({ open: reason });

/** What may be shown to a client's family. Each is agreed separately (docs/rules/family.md, rule 2). */
export const AGREEMENTS = ['visits', 'arrivals'] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/** A call for a client's family, who have no role. It requires an agreement; 'nothing' is for calls about their own sign-in. */
export interface OfFamily {
  readonly family: Agreement | 'nothing';
}
export const ofFamily = (needed: Agreement | 'nothing'): OfFamily => ({ family: needed });

/** How a call is sent below /homecare/api. */
export type Transport =
  | { readonly via: 'command'; readonly cmd: string }
  | {
      readonly via: 'path';
      readonly method: 'GET' | 'POST';
      readonly paths: readonly [string, ...string[]];
      /** Set if the body is multipart: the fields of the input, and one part named `file`. */
      readonly upload?: UploadLimits;
    };

export interface UploadLimits {
  readonly maxBytes: number;
  /** Error for a larger file; by default the sentence about a person's files. */
  readonly tooLarge?: string;
}

export interface Call<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  D extends DeclaredReason = DeclaredReason,
> {
  readonly name: string;
  readonly transport: Transport;
  readonly roles: readonly [Role, ...Role[]] | Open | OfFamily;
  readonly needs: readonly Switch[];
  readonly effect: Effect;
  readonly input: I;
  /** Shape of `data` in the answer. */
  readonly output: O;
  /** Reasons for refusal besides the general ones (docs/rules/calls.md, rules 17 and 18). */
  readonly refusals?: readonly D[];
  /** For restricted roles, the only `data` fields that they may send. Other roles may send every declared field. */
  readonly fieldsByRole?: Partial<Record<Role, readonly string[]>>;
  /** Additional fields that a restricted role may send if the service finds that it may correct the record. */
  readonly correctableFields?: Partial<Record<Role, readonly string[]>>;
  /** Set for a list that takes `since` and answers only what changed (docs/rules/calls.md, rule 20). */
  readonly followed?: Followed<z.output<O>>;
  /** The answer contains `insert_id`. */
  readonly creates?: true;
  /** Success answers an empty code, because the message waits in a queue (docs/rules/calls.md, rule 4). */
  readonly queues?: true;
  /** A write authenticated by its signature. No browser sends it, so the origin is not checked. */
  readonly proof?: 'signature';
  /** Allowed in a session whose password must be changed first. */
  readonly duringReset?: true;
  /** Allowed in a session whose second factor must be set up first. Calls with `duringReset` are allowed as well. */
  readonly duringEnrolment?: true;
}

type Declaration<I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason> = Omit<
  Call<I, O, D>,
  'transport' | 'needs'
> & {
  readonly needs?: readonly Switch[];
};

/**
 * A command of poster.php with the form fields cmd, id, customId and data. Declare its input with `command(...)` or
 * `filtered(...)` of wire.ts.
 */
export const commandCall = <I extends z.ZodType, O extends z.ZodType, const D extends DeclaredReason = never>(
  cmd: string,
  declaration: Declaration<I, O, D>,
): Call<I, O, D> => ({ needs: [], ...declaration, transport: { via: 'command', cmd } });

/** A GET below /homecare/api. Our client uses the first path; the others work too. */
export const getCall = <I extends z.ZodType, O extends z.ZodType, const D extends DeclaredReason = never>(
  paths: readonly [string, ...string[]],
  declaration: Declaration<I, O, D>,
): Call<I, O, D> => ({ needs: [], ...declaration, transport: { via: 'path', method: 'GET', paths } });

/** A POST below /homecare/api with a JSON body; form bodies are accepted too. */
export const postCall = <I extends z.ZodType, O extends z.ZodType, const D extends DeclaredReason = never>(
  paths: readonly [string, ...string[]],
  declaration: Declaration<I, O, D>,
): Call<I, O, D> => ({ needs: [], ...declaration, transport: { via: 'path', method: 'POST', paths } });

/** A POST with a file as multipart/form-data. Callers without permission are refused before the file is read. */
export const uploadCall = <I extends z.ZodType, O extends z.ZodType, const D extends DeclaredReason = never>(
  paths: readonly [string, ...string[]],
  { upload, ...declaration }: Declaration<I, O, D> & { readonly upload: UploadLimits },
): Call<I, O, D> => ({
  needs: [],
  ...declaration,
  transport: { via: 'path', method: 'POST', paths, upload },
});

/** The roles that may make a call; none for calls without a session and for those of a client's family. */
export const rolesOf = ({ roles }: Pick<Call, 'roles'>): readonly Role[] =>
  'open' in roles || 'family' in roles ? [] : roles;

export const mayCall = (role: Role | undefined, call: Pick<Call, 'roles'>) =>
  role !== undefined && rolesOf(call).includes(role);

export const isOfFamily = ({ roles }: Pick<Call, 'roles'>) => 'family' in roles;

export const uploadLimits = ({ transport }: Call) =>
  transport.via === 'path' ? transport.upload : undefined;

/** The method that our client uses. A GET that changes state exists only for older clients. */
export const methodOf = ({ transport, effect }: Call) =>
  transport.via === 'path' && transport.method === 'GET' && effect !== 'write' ? 'GET' : 'POST';

export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never;
export type OutputOf<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never;
/** All reasons for which the call may be refused. */
export type ReasonOf<C> = GeneralReason | (C extends Call<z.ZodType, z.ZodType, infer D> ? D : never);
/** The result of a use case, limited to what its call declares. */
export type ResultOf<C> = Result<OutputOf<C>, ReasonOf<C>>;

/** The answer is a file (image, PDF or spreadsheet) instead of the JSON envelope. */
export const fileOutput = z.literal('file');
