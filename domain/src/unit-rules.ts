/**
 * How minutes become units of 15 minutes: once per card, or for each visit by itself (docs/rules/plan-types.md, rule 5).
 */
export const UNIT_RULES = ['up', 'nearest', 'down', 'nearestVisit'] as const;
export type UnitRule = (typeof UNIT_RULES)[number];
