import { MAX_ID } from '../wire.ts';

/**
 * The code on pages that come back as scans (docs/rules/plan-documents.md, rule 12): which agency, plan, month, half and page.
 */

/** T timesheet, M monthly report page, C temporary timesheet. */
export const CODE_KINDS = ['T', 'M', 'C'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

export interface PageCode {
  /** Four characters made once per site: a page of another agency never matches. */
  readonly tag: string;
  readonly kind: CodeKind;
  readonly plan: number;
  /** YYYY-MM */
  readonly month: string;
  readonly period: 0 | 1;
  /** Number of saved changes of the plan. */
  readonly version: number;
  /** From 1. */
  readonly page: number;
  /** Of so many, where there are several. */
  readonly pages?: number;
}

/** Two digits by ISO 7064 MOD 97-10 over digits and letters (A=10 … Z=35). */
export const checkDigits = (text: string): string => {
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return String(98 - ((rest * 100) % 97)).padStart(2, '0');
};

const MARK = 'HC1';

/** '1', and of several '1P2'. */
const pageOf = ({ page, pages = 1 }: Pick<PageCode, 'page' | 'pages'>) =>
  pages > 1 ? `${page}P${pages}` : String(page);

export const writePageCode = (code: PageCode): string => {
  const { tag, kind, plan, month, period, version } = code;
  const parts = [MARK, tag, kind, plan, month.replace('-', ''), period, version, pageOf(code)];
  return [...parts, checkDigits(parts.join(''))].join('.');
};

const SHAPE =
  /^HC1\.(?<tag>[0-9A-Z]{4})\.(?<kind>[TMC])\.(?<plan>[1-9]\d{0,9})\.(?<year>[1-9]\d{3})(?<month>0[1-9]|1[0-2])\.(?<period>[01])\.(?<version>\d{1,10})\.(?<page>[1-9]\d?)(?:P(?<pages>[2-9]|[1-9]\d))?\.(?<check>\d\d)$/;

const isKind = (text: string): text is CodeKind => CODE_KINDS.some((kind) => kind === text);

/** What was read from a page; undefined when it is no code of ours or its check is wrong: the page waits in the tray. */
export const readPageCode = (text: string): PageCode | undefined => {
  const found = SHAPE.exec(text.trim())?.groups;
  if (!found) return undefined;
  const { tag = '', kind = '', plan, year, month, period, version, page, pages, check } = found;
  const body = text.trim().slice(0, -3).replaceAll('.', '');
  if (!isKind(kind) || checkDigits(body) !== check) return undefined;
  // Anyone who has a timesheet can write a code with a right check: a number that no plan can have is nobody's.
  if (Number(plan) > MAX_ID || Number(version) > MAX_ID) return undefined;
  return {
    tag,
    kind,
    plan: Number(plan),
    month: `${year}-${month}`,
    period: period === '1' ? 1 : 0,
    version: Number(version),
    page: Number(page),
    ...(pages !== undefined && { pages: Number(pages) }),
  };
};

/** The same in words, beside the code: 'Plan 12345 · 2026-11 · 1st half · sheet 1 of 2'. */
export const sayPageCode = ({ kind, plan, month, period, page, pages }: PageCode): string => {
  const part = kind === 'M' ? 'monthly report' : period === 0 ? '1st half' : '2nd half';
  return `Plan ${plan} · ${month} · ${part} · sheet ${page}${pages === undefined ? '' : ` of ${pages}`}`;
};
