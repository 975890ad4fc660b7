/** How minutes are rounded to units of 15 minutes: once per card, or visit by visit (docs/rules/plan-types.md, rule 5). */
export const UNIT_RULES = ['up', 'nearest', 'down', 'nearestVisit'] as const;
export type UnitRule = (typeof UNIT_RULES)[number];
