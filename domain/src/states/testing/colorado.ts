import { COLORADO } from '../colorado/pack.ts';
import { payRulesOf } from '../rules.ts';

/** What tests of features take of the first pack. */
export const COLORADO_PAY_RULES = payRulesOf(COLORADO);
