import { z } from 'zod';
import type { DeclaredReason, GeneralReason, Result } from './errors.ts';
import type { Followed } from './followed.ts';

/** Every call is declared once with these words; routes, browser client and OpenAPI page are derived from it. */
export const ROLES = ['admin', 'user', 'provider', 'evv'] as const;
export type Role = (typeof ROLES)[number];

/** Who works with what, for pages and for what calls nothing; everything else has the roles of its call. */
export const ADMIN: readonly Role[] = ['admin'];
export const OFFICE: readonly Role[] = ['admin', 'user'];
export const STAFF: readonly Role[] = ['admin', 'user', 'provider'];
export const CAREGIVER: readonly Role[] = ['evv'];
export const isOffice = (role: string | undefined) => OFFICE.some((one) => one === role);

/** Capabilities that can close a call (docs/rules/sites.md, rule 3). `version2` is the site version of 2 or more. */
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

/** read: changes nothing. write: needs the origin rule. poll: a read that never keeps a session alive. */
export type Effect = 'read' | 'write' | 'poll';

/** The only way to say that no session is needed. */
export interface Open {
  readonly open: string;
}
export const open = (reason: string): Open => ({ open: reason });

/** What a client's family may be shown, each agreed on by itself (docs/rules/family.md, rule 2). */
export const AGREEMENTS = ['visits', 'arrivals'] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/** A call of a client's family, who have no role: what must have been agreed for it; 'nothing': their own way in. */
export interface OfFamily {
  readonly family: Agreement | 'nothing';
}
export const ofFamily = (needed: Agreement | 'nothing'): OfFamily => ({ family: needed });

/** How a call travels below /homecare/api. */
export type Transport =
  | { readonly via: 'command'; readonly cmd: string }
  | {
      readonly via: 'path';
      readonly method: 'GET' | 'POST';
      readonly paths: readonly [string, ...string[]];
      /** A multipart body: the input's fields and one part `file`. */
      readonly upload?: UploadLimits;
    };

export interface UploadLimits {
  readonly maxBytes: number;
  /** Said of a larger file; without it the sentence of a person's files. */
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
  /** What it may refuse for besides what any call may (docs/rules/calls.md, rules 17 and 18). */
  readonly refusals?: readonly D[];
  /** Narrower roles: the only `data` fields they may send. Roles that are not named may send every declared field. */
  readonly fieldsByRole?: Partial<Record<Role, readonly string[]>>;
  /** What such a role may send besides, where the service finds the record to be one that it may correct. */
  readonly correctableFields?: Partial<Record<Role, readonly string[]>>;
  /** A list that takes `since` and then answers what changed (docs/rules/calls.md, rule 20). */
  readonly followed?: Followed<z.output<O>>;
  /** The answer carries `insert_id`. */
  readonly creates?: true;
  /** Success answers an empty code: what was sent waits in a queue (docs/rules/calls.md, rule 4). */
  readonly queues?: true;
  /** A write that proves itself by its signature: no browser sends it, so the origin rule does not ask for one. */
  readonly proof?: 'signature';
  /** A session whose password must be changed may still make this call. */
  readonly duringReset?: true;
  /** So may one whose second factor must be set up first; what is open during a reset is open then too. */
  readonly duringEnrolment?: true;
}

type Declaration<I extends z.ZodType, O extends z.ZodType, D extends DeclaredReason> = Omit<
  Call<I, O, D>,
  'transport' | 'needs'
> & {
  readonly needs?: readonly Switch[];
};

/** A command of poster.php: form fields cmd, id, customId and data. Input is declared with `command(...)` or `filtered(...)` of wire.ts. */
export const commandCall = <I extends z.ZodType, O extends z.ZodType, const D extends DeclaredReason = never>(
  cmd: string,
  declaration: Declaration<I, O, D>,
): Call<I, O, D> => ({ needs: [], ...declaration, transport: { via: 'command', cmd } });

/** A GET below /homecare/api; the first path is the one our client uses, the others answer too. */
export const getCall = <I extends z.ZodType, O extends z.ZodType, const D extends DeclaredReason = never>(
  paths: readonly [string, ...string[]],
  declaration: Declaration<I, O, D>,
): Call<I, O, D> => ({ needs: [], ...declaration, transport: { via: 'path', method: 'GET', paths } });

/** A POST below /homecare/api with a JSON body (form bodies are understood too). */
export const postCall = <I extends z.ZodType, O extends z.ZodType, const D extends DeclaredReason = never>(
  paths: readonly [string, ...string[]],
  declaration: Declaration<I, O, D>,
): Call<I, O, D> => ({ needs: [], ...declaration, transport: { via: 'path', method: 'POST', paths } });

/** A POST with a file, as multipart/form-data; anyone who may not make the call is refused before the file is read. */
export const uploadCall = <I extends z.ZodType, O extends z.ZodType, const D extends DeclaredReason = never>(
  paths: readonly [string, ...string[]],
  { upload, ...declaration }: Declaration<I, O, D> & { readonly upload: UploadLimits },
): Call<I, O, D> => ({
  needs: [],
  ...declaration,
  transport: { via: 'path', method: 'POST', paths, upload },
});

/** The roles that make a call: none where it needs no session, or is one of a client's family. */
export const rolesOf = ({ roles }: Pick<Call, 'roles'>): readonly Role[] =>
  'open' in roles || 'family' in roles ? [] : roles;

export const mayCall = (role: Role | undefined, call: Pick<Call, 'roles'>) =>
  role !== undefined && rolesOf(call).includes(role);

export const isOfFamily = ({ roles }: Pick<Call, 'roles'>) => 'family' in roles;

export const uploadLimits = ({ transport }: Call) =>
  transport.via === 'path' ? transport.upload : undefined;

/** How our own client asks: a GET that changes state is for older clients alone. */
export const methodOf = ({ transport, effect }: Call) =>
  transport.via === 'path' && transport.method === 'GET' && effect !== 'write' ? 'GET' : 'POST';

export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never;
export type OutputOf<C> = C extends Call<z.ZodType, infer O> ? z.output<O> : never;
/** Everything that the call may refuse for. */
export type ReasonOf<C> = GeneralReason | (C extends Call<z.ZodType, z.ZodType, infer D> ? D : never);
/** What a use case gives for its call: nothing else than it declares. */
export type ResultOf<C> = Result<OutputOf<C>, ReasonOf<C>>;

/** The answer is a file (image, PDF, spreadsheet), not the JSON envelope. */
export const fileOutput = z.literal('file');
