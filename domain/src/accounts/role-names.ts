/** Roles as the screens name them (docs/rules/accounts.md, rule 1). */
export const ROLE_NAMES = { admin: 'admin', user: 'Manager', provider: 'Employee', evv: 'evv' } as const;
