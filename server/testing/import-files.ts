import { isBuiltIn } from '@homecare/domain/payroll/categories.ts';
import type { PersonWrite } from '@homecare/domain/people/schema.ts';
import { type ImportTarget, importColumns } from '@homecare/domain/people-import/columns.ts';
import type { Mapping } from '@homecare/domain/people-import/mapping.ts';

export const csvLine = (cells: readonly string[]) =>
  cells.map((cell) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
};

/** People as a file with the template's columns in order; `rated` may name the agency's categories. */
export const fileOf = (
  target: ImportTarget,
  people: readonly PersonWrite[],
  rated: readonly string[] = [],
): string => {
  const columns = importColumns(
    target,
    rated.filter((name) => !isBuiltIn(name)),
  );
  const lines = people.map((person) => {
    const values = new Map<string, unknown>(Object.entries(person));
    const rates = person.providerPayRate;
    return csvLine(columns.map(({ key, rate }) => cellOf(rate ? rates?.[rate] : values.get(key))));
  });
  return [csvLine(columns.map(({ label }) => label)), ...lines].join('\r\n');
};

/** The mapping of such a file. */
export const templateMapping = (target: ImportTarget): Mapping => importColumns(target).map(({ key }) => key);
