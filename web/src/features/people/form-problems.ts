import type { FieldErrors } from 'react-hook-form';
import type { Problem } from '../../ui/form.tsx';
import { FORM_FIELDS, labelOf, type PersonForm } from './person-form.ts';

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const problemsAt = (node: unknown, path: string): Problem[] => {
  if (!isNode(node)) return [];
  if (typeof node.message === 'string') return [{ name: path, label: labelOf(path) }];
  return Object.entries(node).flatMap(([key, child]) => problemsAt(child, `${path}.${key}`));
};

/** Fields with errors, in the order of the form. */
export const problemsOf = (errors: FieldErrors<PersonForm>): Problem[] =>
  FORM_FIELDS.flatMap((name) => problemsAt(errors[name], name));

const isDirty = (node: unknown): boolean =>
  node === true || (isNode(node) && Object.values(node).some(isDirty));

const LOCATION = ['AddressLatitude', 'AddressLongitude', 'AddressApproximate'];

/** Labels of the changed fields. The three parts of a location count as one. */
export const changedLabels = (dirty: Readonly<Record<string, unknown>>): string[] => {
  const names = FORM_FIELDS.filter((name) => isDirty(dirty[name]));
  return [...new Set(names.map((name) => (LOCATION.includes(name) ? 'Location' : labelOf(name))))];
};
