import { keyOf, stateOf } from './address.ts';

/** The page of a person. Its URL contains an opaque key and the open tab. */
export const PERSON = '/person';

export const PERSON_TABS = [
  'overview',
  'schedule',
  'plans',
  'messages',
  'files',
  'forms',
  'billing',
  'authorizations',
  'history',
  'looks',
  'edit',
] as const;
export type PersonTab = (typeof PERSON_TABS)[number];

export const personPath = (id: number, tab: PersonTab = 'overview') =>
  `${PERSON}/${keyOf({ id })}${tab === 'overview' ? '' : `/${tab}`}`;

/** Undefined for a truncated or mistyped key. */
export const personOfPath = (
  pathname: string,
): { readonly id: number; readonly tab: PersonTab } | undefined => {
  const [, , key, part = 'overview'] = pathname.toLowerCase().split('/');
  const id = stateOf(key)?.id;
  const tab = PERSON_TABS.find((one) => one === (part || 'overview'));
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && tab ? { id, tab } : undefined;
};
