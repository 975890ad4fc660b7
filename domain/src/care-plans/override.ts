import type { FieldError } from '../errors.ts';
import { REMARKS_MAX } from './rules.ts';

/**
 * An admin may save a plan despite time errors, with the site's plan override password and a remark
 * (docs/rules/care-plans.md, rule 21). Only time errors: checkWeek and findConflicts.
 */
export const WRONG_CODE = 'You enter incorrect code!';
/** So many wrong codes in the window close the override for that user until the window has passed. */
export const OVERRIDE_TRIES = 5;
export const OVERRIDE_MINUTES = 15;

/** Remarks of the plan with the override's remark on a line of its own. */
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
