import type { FieldError } from '../errors.ts';
import { REMARKS_MAX } from './rules.ts';

/**
 * An admin may save a plan despite time errors (checkWeek and findConflicts, no others) with the site's plan override
 * password and a remark (docs/rules/care-plans.md, rule 21).
 */
export const WRONG_CODE = 'You enter incorrect code!';
/** After this many wrong codes within the window, the user cannot override until the window has passed. */
export const OVERRIDE_TRIES = 5;
export const OVERRIDE_MINUTES = 15;

/** The plan's remarks, with the override's remark on a line of its own. */
export const withOverrideRemark = (remarks: string | null, remark: string) =>
  [remarks?.trim() ?? '', remark.trim()].filter((part) => part !== '').join('\n');

export const checkOverrideRemark = (remarks: string | null, remark: string | null): FieldError[] => {
  if ((remark ?? '').trim() === '')
    return [{ field: 'overrideRemark', message: 'Write a remark that says why.' }];
  const over = withOverrideRemark(remarks, remark ?? '').length - REMARKS_MAX;
  return over > 0
    ? [
        {
          field: 'overrideRemark',
          message: `Remarks with this remark can have at most ${REMARKS_MAX} characters: ${over} too many.`,
        },
      ]
    : [];
};
