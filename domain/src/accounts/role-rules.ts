import { counted } from '../counted.ts';
import type { FieldError } from '../errors.ts';
import type { CopiedRole } from './custom-role.ts';
import { ROLE_NAMES } from './role-names.ts';
import { changesOf, ROLE_PARTS, type RolePart } from './role-parts.ts';

export const MAX_ROLE_NAME = 40;

export const NO_ROLE_NAME = 'Give the role a name, such as Scheduler.';
export const ROLE_NAME_TOO_LONG = `A name has at most ${MAX_ROLE_NAME} characters on one line.`;
export const ROLE_NAME_TAKEN = 'There is a role of this name. Choose another name.';
export const NOTHING_TAKEN = 'Take something away, or give people the role itself.';
export const NO_FIRST_PAGE = 'Leave Today, People or Care plans: without one of them there is no first page.';
export const UNKNOWN_PART = 'Part of what is taken away is unknown here. Reload the page and try again.';
export const CHOOSE_ROLE = 'This role was removed, or is a copy of another role. Choose a role.';
export const ROLE_ADDED = 'Success: Role added';
export const ROLE_SAVED = 'Success: Role saved';
export const ROLE_REMOVED = 'Success: Role removed';

/** Parts that can be the first page after signing in. */
const FIRST_PARTS: Readonly<Record<CopiedRole, readonly string[]>> = {
  admin: ['today', 'people', 'plans'],
  user: ['today', 'people', 'plans'],
  provider: ['people', 'plans'],
};

const OWN_NAMES = new Set(
  [...Object.keys(ROLE_NAMES), ...Object.values(ROLE_NAMES)].map((name) => name.toLowerCase()),
);

/** What can be taken away from a copy of this role. */
export const partsOfRole = (base: CopiedRole): readonly RolePart[] =>
  ROLE_PARTS.filter(({ bases }) => bases.includes(base));

/** Whether a copy can see a part without being able to change it. Role provider changes nothing anyway. */
export const hasChanges = ({ looks }: RolePart, base: CopiedRole): boolean => !looks && base !== 'provider';

/** Each part once, in the order of the screens. If the whole part is gone, its changes are not listed. */
export const tidyWithout = (without: readonly string[]): string[] =>
  ROLE_PARTS.flatMap(({ key }) => {
    if (without.includes(key)) return [key];
    return without.includes(changesOf(key)) ? [changesOf(key)] : [];
  });

const nameFault = (name: string) => {
  const trimmed = name.trim();
  if (trimmed === '') return NO_ROLE_NAME;
  if (trimmed.length > MAX_ROLE_NAME || /\p{Cc}/u.test(trimmed)) return ROLE_NAME_TOO_LONG;
  return OWN_NAMES.has(trimmed.toLowerCase()) ? ROLE_NAME_TAKEN : undefined;
};

const withoutFault = (base: CopiedRole, without: readonly string[]) => {
  if (without.length === 0) return NOTHING_TAKEN;
  const known = partsOfRole(base).flatMap((part) => [
    part.key,
    ...(hasChanges(part, base) ? [changesOf(part.key)] : []),
  ]);
  if (without.some((one) => !known.includes(one))) return UNKNOWN_PART;
  return FIRST_PARTS[base].every((key) => without.includes(key)) ? NO_FIRST_PAGE : undefined;
};

/** What is wrong with a copy to be saved. */
export const validateRole = ({
  name,
  base,
  without,
}: {
  readonly name: string;
  readonly base: CopiedRole;
  readonly without: readonly string[];
}): FieldError[] => {
  const faults = { name: nameFault(name), without: withoutFault(base, without) };
  return Object.entries(faults).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, message }],
  );
};

/** 'No Billing, Payroll; no changes in People' */
export const sayWithout = (without: readonly string[]): string => {
  const titles = (taken: (part: RolePart) => boolean) =>
    ROLE_PARTS.filter(taken)
      .map(({ title }) => title)
      .join(', ');
  const whole = titles(({ key }) => without.includes(key));
  const changes = titles(({ key }) => without.includes(changesOf(key)));
  return [whole && `No ${whole}`, changes && `${whole ? 'no' : 'No'} changes in ${changes}`]
    .filter(Boolean)
    .join('; ');
};

/** Why a role cannot be removed. */
export const roleInUse = (names: readonly string[]) =>
  `${counted(names.length, 'account has', 'accounts have')} this role: ${names.join(', ')}. Give them another one first.`;
