/** Every call is below this path on the page origin (docs/rules/calls.md, rule 1). */
export const BASE = '/homecare/api';
